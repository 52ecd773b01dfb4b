package dev.baton.benchmarks.postgres;

import dev.baton.benchmarks.Plain;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** A connection that finds its tables in one schema, and makes the plans that the engine makes. */
final class PlainSession implements Plain {

    private static final String PLANS =
            "-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off -c plan_cache_mode=force_generic_plan";

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private PlainSession(Connection connection) {
        this.connection = connection;
    }

    static PlainSession open(String url, String schema) throws SQLException {
        var properties = new Properties();
        properties.setProperty("options", PLANS);
        properties.setProperty("currentSchema", schema);
        properties.setProperty("prepareThreshold", "1");
        return new PlainSession(DriverManager.getConnection(url, properties));
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

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
