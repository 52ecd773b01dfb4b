package dev.baton.examples.liquidity.trading;

import dev.baton.examples.liquidity.trading.Order.Side;
import dev.baton.examples.tables.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** What we hold on the chain and have not hedged at the broker, by symbol. Each has one order under way at most. */
public final class Positions {

    /** A share, in the units that the chain counts in. */
    static final long SHARE = 100;

    private final Database database;

    /** Those in this database. */
    public Positions(Database database) {
        this.database = database;
    }

    /** Takes a trade into account, once: false if that was done before. */
    public boolean add(Trade trade) throws Exception {
        return database.transact(transaction -> {
            boolean isNew = Database.change(
                            transaction,
                            LiquiditySql.ADD_TRADE,
                            trade.tx(),
                            trade.logIndex(),
                            trade.kind(),
                            trade.block(),
                            trade.symbol(),
                            trade.units())
                    > 0;
            if (isNew) {
                Database.change(transaction, LiquiditySql.ADD_TO_POSITION, trade.symbol(), trade.units());
            }
            return isNew;
        });
    }

    /** Makes an order of all whole shares of a position, unless there are none or one is under way. */
    static Optional<Order> claim(Connection transaction, String symbol) throws SQLException {
        String id = UUID.randomUUID().toString();
        if (Database.change(transaction, LiquiditySql.CLAIM_POSITION, id, symbol, SHARE) == 0) {
            return Optional.empty();
        }
        long units = Database.list(transaction, LiquiditySql.UNITS, row -> row.getLong("units"), symbol)
                .get(0);
        return Optional.of(new Order(id, symbol, units > 0 ? Side.SELL : Side.BUY, Math.abs(units) / SHARE));
    }

    /** An order was filled: so much less is to be hedged, and another may be made. */
    static void hedged(Connection transaction, Order order) throws SQLException {
        Database.change(transaction, LiquiditySql.HEDGED, order.units(), order.symbol(), order.id());
    }

    /** Those of which an order has to be made, or was made and perhaps never placed. */
    public List<String> unhedged() throws SQLException {
        return database.list(LiquiditySql.UNHEDGED, row -> row.getString("symbol"), SHARE);
    }

    /** All, in hundredths of a share. */
    public Map<String, Long> all() throws SQLException {
        var all = new TreeMap<String, Long>();
        database.list(LiquiditySql.POSITIONS, row -> all.put(row.getString("symbol"), row.getLong("units")));
        return all;
    }
}
