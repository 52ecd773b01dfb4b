package dev.baton.sqlite;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;

/** A pending job as one that may be claimed behind another of its lane. */
record Follower(JobId head, JobId id, long number, Route route, Instant dueAt, Tally tally, boolean troubled) {

    static Follower of(Row row) throws SQLException {
        Tally tally = Rows.tally(row);
        boolean troubled = tally.failures() > 0 || tally.lost() > 0 || row.number("doubt") != 0 || row.flag("behind");
        return new Follower(
                Values.job(row.bytes("head")),
                Values.job(row.bytes("id")),
                row.number("seq"),
                Rows.route(row),
                Values.instant(row.number("due_at")),
                tally,
                troubled);
    }

    boolean goesWith(Route head, Instant now) {
        return route.equals(head) && !troubled && !dueAt.isAfter(now);
    }
}
