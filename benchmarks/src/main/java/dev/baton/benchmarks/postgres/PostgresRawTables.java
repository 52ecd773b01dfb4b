package dev.baton.benchmarks.postgres;

import dev.baton.benchmarks.Plain;
import dev.baton.benchmarks.RawTables;
import dev.baton.benchmarks.Work;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The tables of a schema: a batch is one statement with arrays, and one round trip. */
final class PostgresRawTables implements RawTables {

    private final Plain plain;

    PostgresRawTables(Plain plain) {
        this.plain = plain;
    }

    @Override
    public void add(List<Row> rows) throws SQLException {
        PreparedStatement add = plain.statement(PostgresBenchSql.ADD);
        add.setLong(1, micros());
        add.setObject(2, rows.stream().map(row -> row.id().toString()).toArray(String[]::new));
        add.setObject(3, rows.stream().map(Row::json).toArray(String[]::new));
        add.setObject(4, rows.stream().map(Row::lane).toArray(String[]::new));
        add.setObject(
                5,
                rows.stream()
                        .map(row -> row.lane() == null ? null : row.number())
                        .toArray(Long[]::new));
        add.setString(6, Work.SHA256);
        expect(rows.size(), add.executeUpdate());
    }

    @Override
    public List<UUID> claim(int limit) throws SQLException {
        PreparedStatement claim = plain.statement(PostgresBenchSql.CLAIM);
        claim.setLong(1, micros());
        claim.setInt(2, limit);
        claim.setLong(3, micros());
        return ids(claim);
    }

    @Override
    public void end(List<UUID> claimed) throws SQLException {
        PreparedStatement end = plain.statement(PostgresBenchSql.END);
        end.setObject(1, claimed.stream().map(UUID::toString).toArray(String[]::new));
        end.setLong(2, micros());
        expect(claimed.size(), end.executeUpdate());
    }

    @Override
    public UUID nextOf(String lane) throws SQLException {
        PreparedStatement next = plain.statement(PostgresBenchSql.NEXT_OF_LANE);
        next.setString(1, lane);
        return ids(next).get(0);
    }

    @Override
    public void endUnclaimed(UUID id) throws SQLException {
        PreparedStatement end = plain.statement(PostgresBenchSql.END_UNCLAIMED);
        end.setObject(1, id);
        end.setLong(2, micros());
        end.setLong(3, micros());
        expect(1, end.executeUpdate());
    }

    @Override
    public List<UUID> due(int limit) throws SQLException {
        PreparedStatement due = plain.statement(PostgresBenchSql.DUE);
        due.setLong(1, micros());
        due.setInt(2, limit);
        return ids(due);
    }

    private static List<UUID> ids(PreparedStatement question) throws SQLException {
        var found = new ArrayList<UUID>();
        try (ResultSet rows = question.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getObject(1, UUID.class));
                if (rows.getString(2).isEmpty()) {
                    throw new IllegalStateException("A job without a payload");
                }
            }
        }
        return found;
    }

    private static void expect(int wanted, int got) {
        if (wanted != got) {
            throw new IllegalStateException("A batch of " + wanted + " changed " + got + " rows");
        }
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    @Override
    public void close() throws SQLException {
        plain.close();
    }
}
