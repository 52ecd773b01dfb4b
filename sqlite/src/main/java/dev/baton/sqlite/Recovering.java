package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
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

    private final Jdbc jdbc;
    private final Archive archive;
    private final Places places;
    private final Finishing finishing;

    Recovering(Jdbc jdbc, Archive archive, Places places, Finishing finishing) {
        this.jdbc = jdbc;
        this.archive = archive;
        this.places = places;
        this.finishing = finishing;
    }

    Recovered recover(Optional<JobId> after, int limit, Instant now) throws SQLException {
        List<JobId> orphans = jdbc.query(
                SqliteSql.ORPHANS,
                row -> Values.job(row.bytes("id")),
                "after",
                after.map(Values::bytes).orElse(new byte[0]),
                "limit",
                limit);
        var moved = new ArrayList<Recovered.Moved>();
        var skipped = new ArrayList<Recovered.Skipped>();
        for (JobId id : orphans) {
            FaultPoint.RECOVER_AFTER_READ.hit();
            jdbc.execute("SAVEPOINT baton_orphan");
            try {
                moved.add(moveOn(id, now));
            } catch (SQLException | RuntimeException e) {
                jdbc.execute("ROLLBACK TO baton_orphan");
                skipped.add(new Recovered.Skipped(id, String.valueOf(e.getMessage())));
            }
            jdbc.execute("RELEASE baton_orphan");
        }
        Optional<JobId> last = orphans.isEmpty() ? Optional.empty() : Optional.of(orphans.get(orphans.size() - 1));
        return new Recovered(moved, skipped, last);
    }

    private Recovered.Moved moveOn(JobId job, Instant now) throws SQLException {
        Rows.Job found = places.find(job).orElseThrow(() -> new IllegalStateException("there is no such job"));
        Rows.Running row = places.running(job).orElseThrow();
        places.leave(job);
        moveOn(job, row, now);
        return new Recovered.Moved(job, found.route(), row.grip().fence(), places.state(job, now));
    }

    /** What nobody knows the end of does not go away by being cancelled. */
    private void moveOn(JobId job, Rows.Running row, Instant now) throws SQLException {
        Tally before = row.tally();
        var tally = new Tally(before.attempts(), before.failures(), before.lost() + 1);
        AtCommit.RECOVER.due();
        archive.add(job, row, Kind.ORPHANED, Detail.of("LOST", "Its process died."), now);
        switch (row.terms().crash()) {
            case RERUN -> rerun(job, row, tally, now);
            case RECONCILE -> {
                if (row.terms().areUsedUp(tally)) {
                    finishing.park(job, row, tally, JobState.HELD);
                } else {
                    finishing.toDoubt(job, row, tally, now);
                }
            }
            case HOLD -> finishing.park(job, row, tally, JobState.HELD);
        }
    }

    private void rerun(JobId job, Rows.Running row, Tally tally, Instant now) throws SQLException {
        if (row.flags().cancelWanted()) {
            places.toEnd(job, row.turn(), Archive.withoutAttempt(Kind.CANCELLED, Detail.NONE, now));
        } else if (row.terms().areUsedUp(tally)) {
            finishing.park(job, row, tally, JobState.DEAD);
        } else {
            places.toPending(job, row.turn(), Rows.Pending.fresh(tally, now));
        }
    }
}
