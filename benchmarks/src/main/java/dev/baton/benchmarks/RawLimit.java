package dev.baton.benchmarks;

import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.job.JobIds;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the disk and the database give without an engine: plain JDBC on the same tables, with the same batches; a transaction each to
 * add a batch, to claim it and to end it. On one connection, one after the other; where several can write at once also with one
 * that adds, one that claims and one that ends, and the faster of both is the limit.
 */
final class RawLimit implements AutoCloseable {

    private static final String LANE = "loop";

    private final Database database;
    private final RawTables plain;
    private final JobIds ids = new JobIds(InstantSource.system(), new SecureRandom());
    private long lastInLane;

    private RawLimit(Database database, RawTables plain) {
        this.database = database;
        this.plain = plain;
    }

    static RawLimit on(Database database) throws SQLException {
        return new RawLimit(database, database.plain());
    }

    /** Whole jobs per second. */
    double cycle(int jobs, int batch) throws SQLException, InterruptedException {
        double inTurn = inTurn(jobs, batch);
        return database.takesSeveralWriters() ? Math.max(inTurn, atOnce(jobs, batch)) : inTurn;
    }

    private double inTurn(int jobs, int batch) throws SQLException {
        Ledger.Part part = database.ledger().open(jobs);
        long began = System.nanoTime();
        for (int first = 0; first < jobs; first += batch) {
            int end = Math.min(jobs, first + batch);
            add(part, first, end);
            List<UUID> claimed = plain.claim(batch);
            ran(part, first, end);
            plain.end(claimed);
        }
        return Rate.perSecond(jobs, began);
    }

    private double atOnce(int jobs, int batch) throws SQLException, InterruptedException {
        Ledger.Part part = database.ledger().open(jobs);
        try (RawTables claiming = database.plain();
                RawTables ending = database.plain()) {
            long began = System.nanoTime();
            var claims = RawClaims.begin(claiming, jobs, batch);
            var ends = RawEnds.begin(ending, jobs, claims);
            for (int first = 0; first < jobs; first += batch) {
                add(part, first, Math.min(jobs, first + batch));
            }
            claims.await();
            ran(part, 0, jobs);
            ends.await();
            return Rate.perSecond(jobs, began);
        }
    }

    private static void ran(Ledger.Part part, int first, int end) {
        for (int number = first; number < end; number++) {
            part.ran(number, System.nanoTime());
        }
    }

    /** How long a transaction takes that adds one job, so many a second, from the moment it was to begin. */
    void commits(int jobs, long everyNanos, Waits waits) throws SQLException {
        Ledger.Part part = database.ledger().open(jobs);
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
        Ledger.Part part = database.ledger().open(jobs);
        add(part, 0, jobs, LANE);
        long began = System.nanoTime();
        for (int number = 0; number < jobs; number++) {
            UUID id = plain.nextOf(LANE);
            part.ran(number, System.nanoTime());
            plain.endUnclaimed(id);
        }
        return Rate.perSecond(jobs, began);
    }

    private void burnDown(Ledger.Part part) throws SQLException {
        List<UUID> all = plain.due(part.size());
        for (int number = 0; number < all.size(); number++) {
            part.ran(number, System.nanoTime());
            plain.endUnclaimed(all.get(number));
        }
    }

    private void add(Ledger.Part part, int first, int end) throws SQLException {
        add(part, first, end, null);
    }

    private void add(Ledger.Part part, int first, int end, @Nullable String lane) throws SQLException {
        var rows = new ArrayList<RawTables.Row>();
        for (int number = first; number < end; number++) {
            String json = Work.of(part.index(), number).json();
            rows.add(new RawTables.Row(ids.next().value(), json, lane, lane == null ? 0 : ++lastInLane));
        }
        plain.add(rows);
        for (int number = first; number < end; number++) {
            part.acknowledge(number);
        }
    }

    @Override
    public void close() throws SQLException {
        plain.close();
    }
}
