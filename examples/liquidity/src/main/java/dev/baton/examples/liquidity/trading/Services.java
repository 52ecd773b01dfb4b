package dev.baton.examples.liquidity.trading;

import dev.baton.examples.tables.Database;

/** All that decides something, made once for a process. */
public record Services(Positions positions, Orders orders, Inventory inventory, Broker broker) {

    /** On these tables, with this broker. */
    public static Services on(Database database, Broker broker) {
        return new Services(new Positions(database), new Orders(database, broker), new Inventory(database), broker);
    }
}
