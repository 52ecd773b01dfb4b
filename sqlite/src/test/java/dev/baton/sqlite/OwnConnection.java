package dev.baton.sqlite;

import dev.baton.store.JdbcTransaction;
import dev.baton.testkit.store.CallerTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** An application's own connection to the same file. */
final class OwnConnection {

    private OwnConnection() {}

    static CallerTransaction begin(Path file) {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            connection.setAutoCommit(false);
            return CallerTransaction.of(
                    new JdbcTransaction(connection), () -> run(connection::commit), () -> run(connection::close));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private interface Statement {
        void run() throws SQLException;
    }

    private static void run(Statement statement) {
        try {
            statement.run();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
