package dev.baton.benchmarks;

import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.job.JobIds;
import dev.baton.sqlite.SqliteStore;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the disk and SQLite give without an engine: plain JDBC on the same tables, with the same batches; a transaction each to
 * add a batch, to claim it and to end it. One thread, as SQLite has one writer.
 */
final class RawLimit implements AutoCloseable {

    private static final String SHA256 = "0".repeat(64);
    private static final String LANE = "loop";

    private final BenchFile file;
    private final PlainFile plain;
    private final JobIds ids = new JobIds(InstantSource.system(), new SecureRandom());
    private long lastInLane;

    private RawLimit(BenchFile file, PlainFile plain) {
        this.file = file;
        this.plain = plain;
    }

    static RawLimit on(BenchFile file) throws SQLException {
        SqliteStore.open(file.path()).close(); // for its tables
        return new RawLimit(file, PlainFile.open(file.path()));
    }

    /** Whole jobs per second. */
    double cycle(int jobs, int batch) throws SQLException {
        Ledger.Part part = file.ledger().open(jobs);
        long began = System.nanoTime();
        for (int first = 0; first < jobs; first += batch) {
            add(part, first, Math.min(jobs, first + batch));
            List<byte[]> claimed = claim(batch);
            for (int number = first; number < Math.min(jobs, first + batch); number++) {
                part.ran(number, System.nanoTime());
            }
            end(claimed);
        }
        return Rate.perSecond(jobs, began);
    }

    /** How long a transaction takes that adds one job, so many a second, from the moment it was to begin. */
    void commits(int jobs, long everyNanos, Waits waits) throws SQLException {
        Ledger.Part part = file.ledger().open(jobs);
        long began = System.nanoTime();
        for (int number = 0; number < jobs; number++) {
            long due = began + number * everyNanos;
            Rate.awaitUntil(due);
            add(part, number, number + 1);
            waits.add(System.nanoTime() - due);
        }
        burnDown(part);
    }

    /** Jobs per second of a loop over one lane that reads the next job, does it, and commits its outcome. It claims nothing. */
    double loop(int jobs) throws SQLException {
        Ledger.Part part = file.ledger().open(jobs);
        add(part, 0, jobs, LANE);
        long began = System.nanoTime();
        for (int number = 0; number < jobs; number++) {
            byte[] id = nextOfLane();
            part.ran(number, System.nanoTime());
            commitOutcome(id);
        }
        return Rate.perSecond(jobs, began);
    }

    private byte[] nextOfLane() throws SQLException {
        PreparedStatement next = plain.statement(BenchSql.NEXT_OF_LANE);
        next.setString(1, LANE);
        return ids(next).get(0);
    }

    private void burnDown(Ledger.Part part) throws SQLException {
        List<byte[]> all = claimable(part.size());
        for (int number = 0; number < all.size(); number++) {
            part.ran(number, System.nanoTime());
            commitOutcome(all.get(number));
        }
    }

    private void commitOutcome(byte[] id) throws SQLException {
        plain.begin();
        delete(BenchSql.PENDING_DELETE, id);
        attempt(id);
        plain.commit();
    }

    private void add(Ledger.Part part, int first, int end) throws SQLException {
        add(part, first, end, null);
    }

    private void add(Ledger.Part part, int first, int end, @Nullable String lane) throws SQLException {
        plain.begin();
        PreparedStatement job = plain.statement(BenchSql.JOB_INSERT);
        PreparedStatement pending = plain.statement(BenchSql.PENDING_INSERT);
        long now = micros();
        for (int number = first; number < end; number++) {
            byte[] id = bytes(ids.next().value());
            job.setBytes(1, id);
            job.setString(2, Work.of(part.index(), number).json());
            job.setString(3, SHA256);
            job.setLong(4, now);
            job.setString(5, lane);
            job.setObject(6, lane == null ? null : ++lastInLane);
            job.executeUpdate();
            pending.setBytes(1, id);
            pending.setLong(2, now);
            pending.setString(3, lane);
            pending.setObject(4, lane == null ? null : lastInLane);
            pending.executeUpdate();
        }
        plain.commit();
        for (int number = first; number < end; number++) {
            part.acknowledge(number);
        }
    }

    private List<byte[]> claim(int batch) throws SQLException {
        plain.begin();
        plain.statement(BenchSql.FENCE_NEXT).executeUpdate();
        List<byte[]> claimed = claimable(batch);
        PreparedStatement running = plain.statement(BenchSql.RUNNING_INSERT);
        for (byte[] id : claimed) {
            running.setBytes(1, id);
            running.setLong(2, micros());
            running.executeUpdate();
            delete(BenchSql.PENDING_DELETE, id);
        }
        plain.commit();
        return claimed;
    }

    private List<byte[]> claimable(int limit) throws SQLException {
        PreparedStatement claimable = plain.statement(BenchSql.CLAIMABLE);
        claimable.setLong(1, micros());
        claimable.setInt(2, limit);
        return ids(claimable);
    }

    private static List<byte[]> ids(PreparedStatement question) throws SQLException {
        var found = new ArrayList<byte[]>();
        try (ResultSet rows = question.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getBytes(1));
                if (rows.getString(2).isEmpty()) {
                    throw new IllegalStateException("A job without a payload");
                }
            }
        }
        return found;
    }

    private void end(List<byte[]> claimed) throws SQLException {
        plain.begin();
        for (byte[] id : claimed) {
            attempt(id);
            delete(BenchSql.RUNNING_DELETE, id);
        }
        plain.commit();
    }

    private void attempt(byte[] id) throws SQLException {
        PreparedStatement attempt = plain.statement(BenchSql.ATTEMPT_INSERT);
        attempt.setBytes(1, id);
        attempt.setLong(2, micros());
        attempt.executeUpdate();
    }

    private void delete(String sql, byte[] id) throws SQLException {
        PreparedStatement delete = plain.statement(sql);
        delete.setBytes(1, id);
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
