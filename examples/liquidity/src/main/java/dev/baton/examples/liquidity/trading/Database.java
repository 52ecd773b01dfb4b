package dev.baton.examples.liquidity.trading;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
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
 * Where the bot's own tables are, and Baton's beside them: a SQLite file, for one node, or a PostgreSQL database, for as many as there are.
 * Safe for use by several threads.
 */
public final class Database implements AutoCloseable {

    private static final String POSTGRES = "jdbc:postgresql:";
    private static final int BUSY_MILLIS = 5_000;
    private static final int CONNECTIONS = 10;

    private final String where;
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
        /** Of the row that the result stands at. */
        T of(ResultSet row) throws SQLException;
    }

    private Database(String where, DataSource source) {
        this.where = where;
        this.source = source;
    }

    /** What is there: a JDBC URL of PostgreSQL, or the path of a file. */
    public static Database at(String where) {
        return new Database(where, where.startsWith(POSTGRES) ? pool(where) : file(where));
    }

    private static DataSource pool(String url) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** A transaction has the right to write from its beginning on, so nobody comes in between what it reads and writes. */
    private static DataSource file(String path) {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        var file = new SQLiteDataSource(config);
        file.setUrl("jdbc:sqlite:" + path);
        return file;
    }

    /** Baton's tables here, brought up to date. */
    public JobStore openStore() {
        return isPostgres() ? PostgresStore.of(source) : SqliteStore.open(Path.of(where));
    }

    boolean isPostgres() {
        return where.startsWith(POSTGRES);
    }

    /** Connections, for those who manage their transactions themselves. */
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

    /** Changes something in a transaction of its own, and says in how many rows. */
    public int change(String sql, Object... values) throws Exception {
        return transact(transaction -> change(transaction, sql, values));
    }

    /** The same within a transaction. */
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

    @Override
    public void close() {
        if (source instanceof HikariDataSource pool) {
            pool.close();
        }
    }
}
