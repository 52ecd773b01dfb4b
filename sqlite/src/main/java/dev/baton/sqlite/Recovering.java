package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Recovered;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Moves the jobs of dead nodes. */
final class Recovering {

    private final Jobs jobs;

    Recovering(Jobs jobs) {
        this.jobs = jobs;
    }

    Recovered recover(Optional<JobId> after, int limit, Instant now) throws SQLException {
        List<JobId> orphans = jobs.jdbc.query(
                SqliteSql.ORPHANS,
                row -> Values.job(row.bytes("id")),
                "after",
                after.map(Values::bytes).orElse(new byte[0]),
                "limit",
                limit);
        var moved = new ArrayList<Recovered.Moved>();
        var skipped = new ArrayList<Recovered.Skipped>();
        for (JobId id : orphans) {
            jobs.jdbc.execute("SAVEPOINT baton_orphan");
            try {
                moved.add(moveOn(id, now));
            } catch (SQLException | RuntimeException e) {
                jobs.jdbc.execute("ROLLBACK TO baton_orphan");
                skipped.add(new Recovered.Skipped(id, String.valueOf(e.getMessage())));
            }
            jobs.jdbc.execute("RELEASE baton_orphan");
        }
        Optional<JobId> last = orphans.isEmpty() ? Optional.empty() : Optional.of(orphans.get(orphans.size() - 1));
        return new Recovered(moved, skipped, last);
    }

    private Recovered.Moved moveOn(JobId job, Instant now) throws SQLException {
        Rows.Job found = jobs.find(job).orElseThrow(() -> new IllegalStateException("there is no such job"));
        Rows.Running row = jobs.running(job).orElseThrow();
        moveOn(job, row, now);
        return new Recovered.Moved(
                job, found.route(), row.grip().fence(), jobs.standing(job, now).state());
    }

    private void moveOn(JobId job, Rows.Running row, Instant now) throws SQLException {
        Tally before = row.tally();
        var tally = new Tally(before.attempts(), before.failures(), before.lost() + 1);
        jobs.archive(job, row, Kind.ORPHANED, Detail.of("LOST", "Its process died."), now);
        if (row.cancelWanted()) {
            jobs.archive(job, new AttemptView(0, 0, Kind.CANCELLED, Detail.NONE, now, now));
            jobs.toEnd(job);
        } else if (tally.lost() >= row.limits().losses()
                || tally.failures() + tally.lost() >= row.limits().attempts()) {
            jobs.toParked(job, new Rows.Parked(tally, false));
        } else {
            jobs.toPending(job, new Rows.Pending(tally, now, true, false));
        }
    }
}
