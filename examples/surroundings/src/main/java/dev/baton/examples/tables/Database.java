package dev.baton.examples.tables;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * An application's own tables, in the database that Baton keeps its jobs in. Every call has a connection of its own, so this is safe for
 * use by several threads.
 */
public final class Database {

    private static final int BUSY_MILLIS = 5_000;

    private final DataSource source;

    /** What is done within one transaction: all of it is committed, or nothing if it throws. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it. */
        T in(Connection transaction) throws Exception;
    }

    /** Makes something of a row. */
    @FunctionalInterface
    public interface Row<T> {
        /** Of the one that the result stands at. */
        T of(ResultSet row) throws SQLException;
    }

    /** Where these connections lead. */
    public Database(DataSource source) {
        this.source = source;
    }

    /**
     * A SQLite file. While another writes, a writer waits for five seconds at most; a transaction has the right to write from its beginning
     * on, so nobody can come in between what it reads and writes.
     */
    public static Database inFile(Path file) {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        var source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return new Database(source);
    }

    /** Its connections, for those who look after their transactions themselves. */
    public DataSource source() {
        return source;
    }

    /** One transaction. */
    public <T> T transact(Work<T> work) throws Exception {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.in(connection);
                connection.commit();
                return result;
            } catch (Exception e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** All rows that a question has for an answer. */
    public <T> List<T> list(String sql, Row<T> row, Object... values) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return list(connection, sql, row, values);
        }
    }

    /** The same within a transaction. */
    public static <T> List<T> list(Connection connection, String sql, Row<T> row, Object... values)
            throws SQLException {
        try (PreparedStatement statement = bound(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            var found = new ArrayList<T>();
            while (rows.next()) {
                found.add(row.of(rows));
            }
            return found;
        }
    }

    /** Changes something in a transaction of its own, and says in how many rows. */
    public int change(String sql, Object... values) throws Exception {
        return transact(transaction -> change(transaction, sql, values));
    }

    /** The same within a transaction. */
    public static int change(Connection transaction, String sql, Object... values) throws SQLException {
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
}
