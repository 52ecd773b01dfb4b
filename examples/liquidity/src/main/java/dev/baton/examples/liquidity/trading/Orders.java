package dev.baton.examples.liquidity.trading;

import dev.baton.examples.liquidity.trading.Order.Side;
import dev.baton.examples.tables.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What is ordered at the broker: pending when it is decided, submitted when the broker has it, filled when it is done. Each step is one
 * transaction and can be repeated, by whoever comes across it.
 */
public final class Orders {

    private final Database database;
    private final Broker broker;

    /** How far an order has come. */
    private enum State {
        PENDING,
        SUBMITTED,
        FILLED
    }

    /** Those in this database, at this broker. */
    public Orders(Database database, Broker broker) {
        this.database = database;
        this.broker = broker;
    }

    /**
     * Hedges a position as far as it has whole shares. The order is on record before the broker hears of it, and has its name there: who
     * dies in between leaves a pending order behind, and whoever comes next places it, once.
     */
    public void hedge(String symbol) throws Exception {
        Optional<Order> order = database.transact(transaction -> {
            Optional<Order> made = Positions.claim(transaction, symbol);
            if (made.isPresent()) {
                add(transaction, made.get());
                return made;
            }
            return Database.list(transaction, LiquiditySql.PENDING_ORDER, Orders::order, symbol).stream()
                    .findFirst();
        });
        if (order.isPresent()) {
            broker.place(order.get());
            database.transact(transaction -> move(transaction, order.get(), State.PENDING, State.SUBMITTED));
        }
    }

    /** Those that the broker has, and of which nobody knows more. */
    public List<Order> submitted() throws SQLException {
        return database.list(LiquiditySql.SUBMITTED_ORDERS, Orders::order);
    }

    /** Asks the broker about an order; if it is filled, its position is hedged. */
    public void poll(Order order) throws Exception {
        if (broker.isFilled(order.id())) {
            database.transact(transaction -> {
                boolean filled = move(transaction, order, State.SUBMITTED, State.FILLED);
                if (filled) { // and nobody else has taken it into account
                    Positions.hedged(transaction, order);
                }
                return filled;
            });
        }
    }

    private static void add(Connection transaction, Order order) throws SQLException {
        Database.change(
                transaction,
                LiquiditySql.ADD_ORDER,
                order.id(),
                order.symbol(),
                order.side().name(),
                order.shares());
    }

    private static boolean move(Connection transaction, Order order, State from, State to) throws SQLException {
        return Database.change(transaction, LiquiditySql.MOVE_ORDER, to.name(), order.id(), from.name()) > 0;
    }

    private static Order order(ResultSet row) throws SQLException {
        return new Order(
                row.getString("id"),
                row.getString("symbol"),
                Side.valueOf(row.getString("side")),
                row.getLong("shares"));
    }
}
