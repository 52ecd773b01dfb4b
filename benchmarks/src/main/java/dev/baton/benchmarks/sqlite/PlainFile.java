package dev.baton.benchmarks.sqlite;

import dev.baton.benchmarks.Plain;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** A connection as the engine's own is set up, without the engine: WAL, and every commit waits for the disk. */
final class PlainFile implements Plain {

    private static final int BUSY_MILLIS = 5_000;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private PlainFile(Connection connection) {
        this.connection = connection;
    }

    static PlainFile open(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setGetGeneratedKeys(false);
        var source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        Connection connection = source.getConnection();
        // As the engine does: the driver then leaves transactions to us, which is faster.
        connection.setAutoCommit(false);
        var plain = new PlainFile(connection);
        plain.execute(SqliteBenchSql.COMMIT);
        plain.execute(SqliteBenchSql.CACHE);
        plain.execute(SqliteBenchSql.LOG_SIZE);
        return plain;
    }

    @Override
    public PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }

    @Override
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** From here on until {@link #commit} it is one transaction. */
    void begin() throws SQLException {
        statement(SqliteBenchSql.BEGIN).execute();
    }

    void commit() throws SQLException {
        statement(SqliteBenchSql.COMMIT).execute();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement each : prepared.values()) {
            each.close();
        }
        connection.close();
    }
}
