package dev.baton.examples.liquidity.trading;

import dev.baton.examples.tables.Database;
import java.util.Map;

/** What we have at each venue, as it was when somebody looked last. */
public final class Inventory {

    private final Database database;

    /** The one in this database. */
    public Inventory(Database database) {
        this.database = database;
    }

    /** This is what a venue has now, in hundredths of a share by symbol. */
    public void put(String venue, Map<String, Long> units) throws Exception {
        database.transact(transaction -> {
            for (Map.Entry<String, Long> each : units.entrySet()) {
                Database.change(transaction, LiquiditySql.PUT_INVENTORY, venue, each.getKey(), each.getValue());
            }
            return true;
        });
    }
}
