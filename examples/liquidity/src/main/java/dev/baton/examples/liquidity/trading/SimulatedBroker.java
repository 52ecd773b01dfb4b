package dev.baton.examples.liquidity.trading;

import dev.baton.examples.tables.Database;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker that fills every order when it is asked for the second time. It remembers in tables of its own and in transactions of its own,
 * as a real one remembers elsewhere: whoever of us dies, it does not. Safe for use by several threads.
 */
public final class SimulatedBroker implements Broker {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedBroker.class);

    private final Database database;

    /** One that remembers here. */
    public SimulatedBroker(Database database) {
        this.database = database;
    }

    @Override
    public void place(Order order) throws Exception {
        database.change(
                LiquiditySql.PLACE, order.id(), order.symbol(), order.side().name(), order.shares());
    }

    @Override
    public boolean isFilled(String reference) throws Exception {
        database.change(LiquiditySql.LOOK, reference);
        List<Integer> looks = database.list(LiquiditySql.LOOKS, row -> row.getInt("looks"), reference);
        if (looks.isEmpty()) {
            throw new IllegalStateException("The broker has no order " + reference + ".");
        }
        return looks.get(0) > 1;
    }

    @Override
    public Map<String, Long> holdings() throws Exception {
        var holdings = new TreeMap<String, Long>();
        database.list(
                LiquiditySql.HOLDINGS,
                row -> holdings.put(row.getString("symbol"), row.getLong("shares") * Positions.SHARE));
        return holdings;
    }

    @Override
    public void transfer(String reference, String symbol, long shares) throws Exception {
        database.change(LiquiditySql.TRANSFER, reference, symbol, shares);
    }

    @Override
    public Optional<Runnable> maintenance() {
        return Optional.of(() -> LOG.info("The session at the broker was renewed"));
    }
}
