package dev.baton.benchmarks;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The queue everybody writes first: a table with a state, polled for ten at a time, and a transaction for every step. */
public final class NaiveQueue implements AutoCloseable {

    private final Plain plain;

    /** On this connection, which leads to its tables and is closed with it. */
    public NaiveQueue(Plain plain) {
        this.plain = plain;
    }

    /** Whole jobs per second. */
    double cycle(int jobs) throws SQLException {
        long began = System.nanoTime();
        for (int number = 0; number < jobs; number++) {
            PreparedStatement insert = plain.statement(NaiveSql.INSERT);
            insert.setLong(1, System.currentTimeMillis());
            insert.setString(2, Work.of(0, number).json());
            insert.executeUpdate();
        }
        int done = 0;
        for (List<Long> polled = poll(); !polled.isEmpty(); polled = poll()) {
            for (long id : polled) {
                update(NaiveSql.LOCK, id);
                update(NaiveSql.DONE, id);
                PreparedStatement attempt = plain.statement(NaiveSql.ATTEMPT);
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
        PreparedStatement poll = plain.statement(NaiveSql.POLL);
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
