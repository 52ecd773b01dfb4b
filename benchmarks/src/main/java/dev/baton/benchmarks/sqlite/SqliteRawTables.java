package dev.baton.benchmarks.sqlite;

import dev.baton.benchmarks.RawTables;
import dev.baton.benchmarks.Work;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The tables of a file: a statement for every row, as there is nothing that a call to SQLite has to travel. */
final class SqliteRawTables implements RawTables {

    private final PlainFile plain;

    SqliteRawTables(PlainFile plain) {
        this.plain = plain;
    }

    @Override
    public void add(List<Row> rows) throws SQLException {
        plain.begin();
        PreparedStatement job = plain.statement(SqliteBenchSql.JOB_INSERT);
        PreparedStatement pending = plain.statement(SqliteBenchSql.PENDING_INSERT);
        long now = micros();
        for (Row row : rows) {
            byte[] id = bytes(row.id());
            job.setBytes(1, id);
            job.setString(2, row.json());
            job.setString(3, Work.SHA256);
            job.setLong(4, now);
            job.setString(5, row.lane());
            job.setObject(6, row.lane() == null ? null : row.number());
            job.executeUpdate();
            pending.setBytes(1, id);
            pending.setLong(2, now);
            pending.setString(3, row.lane());
            pending.setObject(4, row.lane() == null ? null : row.number());
            pending.executeUpdate();
        }
        plain.commit();
    }

    @Override
    public List<UUID> claim(int limit) throws SQLException {
        plain.begin();
        plain.statement(SqliteBenchSql.FENCE_NEXT).executeUpdate();
        List<UUID> claimed = due(limit);
        PreparedStatement running = plain.statement(SqliteBenchSql.RUNNING_INSERT);
        for (UUID id : claimed) {
            running.setBytes(1, bytes(id));
            running.setLong(2, micros());
            running.executeUpdate();
            delete(SqliteBenchSql.PENDING_DELETE, id);
        }
        plain.commit();
        return claimed;
    }

    @Override
    public List<UUID> due(int limit) throws SQLException {
        PreparedStatement due = plain.statement(SqliteBenchSql.CLAIMABLE);
        due.setLong(1, micros());
        due.setInt(2, limit);
        return ids(due);
    }

    @Override
    public void end(List<UUID> claimed) throws SQLException {
        plain.begin();
        for (UUID id : claimed) {
            attempt(id);
            delete(SqliteBenchSql.RUNNING_DELETE, id);
        }
        plain.commit();
    }

    @Override
    public UUID nextOf(String lane) throws SQLException {
        PreparedStatement next = plain.statement(SqliteBenchSql.NEXT_OF_LANE);
        next.setString(1, lane);
        return ids(next).get(0);
    }

    @Override
    public void endUnclaimed(UUID id) throws SQLException {
        plain.begin();
        delete(SqliteBenchSql.PENDING_DELETE, id);
        attempt(id);
        plain.commit();
    }

    private static List<UUID> ids(PreparedStatement question) throws SQLException {
        var found = new ArrayList<UUID>();
        try (ResultSet rows = question.executeQuery()) {
            while (rows.next()) {
                ByteBuffer id = ByteBuffer.wrap(rows.getBytes(1));
                found.add(new UUID(id.getLong(), id.getLong()));
                if (rows.getString(2).isEmpty()) {
                    throw new IllegalStateException("A job without a payload");
                }
            }
        }
        return found;
    }

    private void attempt(UUID id) throws SQLException {
        PreparedStatement attempt = plain.statement(SqliteBenchSql.ATTEMPT_INSERT);
        attempt.setBytes(1, bytes(id));
        attempt.setLong(2, micros());
        attempt.executeUpdate();
    }

    private void delete(String sql, UUID id) throws SQLException {
        PreparedStatement delete = plain.statement(sql);
        delete.setBytes(1, bytes(id));
        delete.executeUpdate();
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    @Override
    public void close() throws SQLException {
        plain.close();
    }
}
