package dev.baton.outbox;

import dev.baton.store.JdbcTransaction;
import dev.baton.testkit.store.CallerTransaction;
import java.sql.Connection;
import java.sql.SQLException;

/** Transactions as a ledger has them. */
final class Ledgers {

    private Ledgers() {}

    private interface Step {
        void run() throws SQLException;
    }

    static CallerTransaction transaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return CallerTransaction.of(
                new JdbcTransaction(connection),
                () -> run(connection::commit),
                () -> run(() -> {
                    connection.rollback();
                    connection.setAutoCommit(true);
                    connection.close();
                }));
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
