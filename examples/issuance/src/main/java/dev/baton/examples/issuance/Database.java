package dev.baton.examples.issuance;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;

/**
 * The service's own tables, in the file that Baton keeps its jobs in. Every call has a connection of its own, so this is safe for use by
 * several threads; while another writes, a writer waits for five seconds at most.
 */
final class Database {

    private static final int BUSY_MILLIS = 5_000;

    private final Path file;

    Database(Path file) {
        this.file = file;
    }

    /** What is done within one transaction: all of it is committed, or nothing if it throws. */
    @FunctionalInterface
    interface Work<T> {
        T in(Connection transaction) throws Exception;
    }

    /** Makes something of a row. */
    @FunctionalInterface
    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** One transaction, which has the right to write from its beginning on: nobody can come in between what it reads and writes. */
    <T> T transact(Work<T> work) throws Exception {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            T result = work.in(connection);
            connection.commit();
            return result;
        }
    }

    /** All rows that a question has for an answer. */
    <T> List<T> list(String sql, Row<T> row, Object... values) throws SQLException {
        try (Connection connection = connect()) {
            return list(connection, sql, row, values);
        }
    }

    /** The same within a transaction. */
    static <T> List<T> list(Connection connection, String sql, Row<T> row, Object... values) throws SQLException {
        try (PreparedStatement statement = bound(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            var found = new ArrayList<T>();
            while (rows.next()) {
                found.add(row.of(rows));
            }
            return found;
        }
    }

    /** Changes something, and says in how many rows. */
    static int change(Connection transaction, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = bound(transaction, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement bound(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private Connection connect() throws SQLException {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        return config.createConnection("jdbc:sqlite:" + file);
    }
}
