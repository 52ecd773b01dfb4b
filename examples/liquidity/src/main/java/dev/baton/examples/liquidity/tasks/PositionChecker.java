package dev.baton.examples.liquidity.tasks;

import dev.baton.examples.liquidity.trading.Orders;
import dev.baton.examples.liquidity.trading.Positions;

/** Looks for positions that no event will have hedged: they grew while an order was under way, or whoever made the order died. */
public final class PositionChecker {

    private final Positions positions;
    private final Orders orders;

    /** Of these positions. */
    public PositionChecker(Positions positions, Orders orders) {
        this.positions = positions;
        this.orders = orders;
    }

    /** One round. */
    public void check() throws Exception {
        for (String symbol : positions.unhedged()) {
            orders.hedge(symbol);
        }
    }
}
