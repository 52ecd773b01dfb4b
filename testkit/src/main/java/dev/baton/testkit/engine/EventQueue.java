package dev.baton.testkit.engine;

import dev.baton.LegacyTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The old queue table of the conductor: events by block and index, each processed or not. */
final class EventQueue implements LegacyTable<EventQueue.Row> {

    /** A row, as far as a job is made of it. */
    record Row(int id, int logIndex, String txHash, String data) {}

    private final DataSource source;
    private final String name;

    EventQueue(DataSource source, String name) {
        this.source = source;
        this.name = name;
    }

    @Override
    public List<Row> oldest(Connection transaction, int limit) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(LegacySql.OLDEST.formatted(name))) {
            statement.setInt(1, limit);
            var rows = new ArrayList<Row>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(new Row(
                            result.getInt("id"),
                            result.getInt("log_index"),
                            result.getString("tx_hash"),
                            result.getString("event_data")));
                }
            }
            return rows;
        }
    }

    @Override
    public boolean mark(Connection transaction, Row row) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(LegacySql.MARK.formatted(name))) {
            statement.setInt(1, row.id());
            return statement.executeUpdate() == 1;
        }
    }

    void create() throws SQLException {
        run(LegacySql.CREATE);
    }

    /** A row that nobody has processed yet. */
    void add(int id, long block, int logIndex, String txHash, String data) throws SQLException {
        run(LegacySql.INSERT, id, block, logIndex, txHash, data, 0);
    }

    void addProcessed(int id) throws SQLException {
        run(LegacySql.INSERT, id, 1L, id, "0xold" + id, "old", 1);
    }

    void repair(int id, String data) throws SQLException {
        run(LegacySql.REPAIR, data, id);
    }

    private void run(String sql, Object... values) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.formatted(name))) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
        }
    }

    long open() throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(LegacySql.OPEN.formatted(name));
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }
}
