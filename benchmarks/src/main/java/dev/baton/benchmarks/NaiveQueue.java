package dev.baton.benchmarks;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The queue everybody writes first: a table with a state, polled for ten at a time, and a transaction for every step. */
final class NaiveQueue implements AutoCloseable {

    private final PlainFile plain;

    private NaiveQueue(PlainFile plain) {
        this.plain = plain;
    }

    static NaiveQueue on(Path file) throws SQLException {
        PlainFile plain = PlainFile.open(file);
        plain.execute(BenchSql.NAIVE_JOBS);
        plain.execute(BenchSql.NAIVE_INDEX);
        plain.execute(BenchSql.NAIVE_ATTEMPTS);
        return new NaiveQueue(plain);
    }

    /** Whole jobs per second. */
    double cycle(int jobs) throws SQLException {
        long began = System.nanoTime();
        for (int number = 0; number < jobs; number++) {
            PreparedStatement insert = plain.statement(BenchSql.NAIVE_INSERT);
            insert.setLong(1, System.currentTimeMillis());
            insert.setString(2, Work.of(0, number).json());
            insert.executeUpdate();
        }
        int done = 0;
        for (List<Long> polled = poll(); !polled.isEmpty(); polled = poll()) {
            for (long id : polled) {
                update(BenchSql.NAIVE_LOCK, id);
                update(BenchSql.NAIVE_DONE, id);
                PreparedStatement attempt = plain.statement(BenchSql.NAIVE_ATTEMPT);
                attempt.setLong(1, id);
                attempt.setLong(2, System.currentTimeMillis());
                attempt.executeUpdate();
                done++;
            }
        }
        if (done != jobs) {
            throw new IllegalStateException("The naive queue did " + done + " of " + jobs + " jobs");
        }
        return Rate.perSecond(jobs, began);
    }

    private List<Long> poll() throws SQLException {
        PreparedStatement poll = plain.statement(BenchSql.NAIVE_POLL);
        poll.setLong(1, System.currentTimeMillis());
        var found = new ArrayList<Long>();
        try (ResultSet rows = poll.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getLong(1));
            }
        }
        return found;
    }

    private void update(String sql, long id) throws SQLException {
        PreparedStatement update = plain.statement(sql);
        update.setLong(1, id);
        update.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        plain.close();
    }
}
