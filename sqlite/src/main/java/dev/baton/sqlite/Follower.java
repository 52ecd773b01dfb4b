package dev.baton.sqlite;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * A pending job as one that may be claimed behind another of its lane.
 *
 * @param details nothing if it cannot go with that one
 */
record Follower(JobId head, long number, Optional<Details> details, Instant dueAt, Tally tally) {

    static Follower of(Row row) throws SQLException {
        return new Follower(
                Values.job(row.bytes("head")),
                row.number("seq"),
                row.flag("goes") ? Optional.of(Details.of(row)) : Optional.empty(),
                Values.instant(row.number("due_at")),
                Rows.tally(row));
    }

    boolean goes() {
        return details.isPresent();
    }

    /** On the route of the one it goes with. */
    Waiting on(Route route) {
        return details.orElseThrow().of(route, dueAt, tally);
    }
}
