package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Recovered;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
        List<Orphan> orphans = jdbc.query(
                SqliteSql.ORPHANS, Orphan::of, "after", after.map(Values::bytes).orElse(new byte[0]), "limit", limit);
        var moved = new ArrayList<Recovered.Moved>();
        var skipped = new ArrayList<Recovered.Skipped>();
        for (Map.Entry<JobId, Boolean> orphan : withTheirRuns(orphans).entrySet()) {
            JobId id = orphan.getKey();
            FaultPoint.RECOVER_AFTER_READ.hit();
            jdbc.execute("SAVEPOINT baton_orphan");
            try {
                moved.add(moveOn(id, orphan.getValue(), now));
            } catch (SQLException | RuntimeException e) {
                jdbc.execute("ROLLBACK TO baton_orphan");
                skipped.add(new Recovered.Skipped(id, String.valueOf(e.getMessage())));
            }
            jdbc.execute("RELEASE baton_orphan");
        }
        Optional<JobId> last = orphans.isEmpty()
                ? Optional.empty()
                : Optional.of(orphans.get(orphans.size() - 1).id());
        return new Recovered(moved, skipped, last);
    }

    /** A job whose owner is dead, and the lane in which others may have been claimed behind it that wait for its end. */
    private record Orphan(JobId id, Optional<String> strictLane, long fence) {
        static Orphan of(Row row) throws SQLException {
            Optional<String> lane = row.flag("replayable") ? Optional.empty() : row.optionalText("lane");
            return new Orphan(Values.job(row.bytes("id")), lane, row.number("fence"));
        }
    }

    /**
     * All of them, and whether each may have begun. Of a strict run the first may, at most. The others are given back together with it:
     * who looked at them afterwards could not tell them from one that has begun.
     */
    private SortedMap<JobId, Boolean> withTheirRuns(List<Orphan> orphans) throws SQLException {
        var begun = new TreeMap<JobId, Boolean>();
        for (Orphan orphan : orphans) {
            if (orphan.strictLane().isEmpty()) {
                begun.put(orphan.id(), true);
            } else if (!begun.containsKey(orphan.id())) {
                List<JobId> run = jdbc.query(
                        SqliteSql.RUN_OF,
                        row -> Values.job(row.bytes("id")),
                        "lane",
                        orphan.strictLane().get(),
                        "fence",
                        orphan.fence());
                run.forEach(each -> begun.put(each, each.equals(run.get(0))));
            }
        }
        return begun;
    }

    private Recovered.Moved moveOn(JobId job, boolean begun, Instant now) throws SQLException {
        Rows.Job found = places.find(job).orElseThrow(() -> new IllegalStateException("there is no such job"));
        Rows.Running row = places.running(job).orElseThrow();
        places.leave(job);
        if (begun) {
            moveOn(job, row, now);
        } else {
            AtCommit.RECOVER.due();
            finishing.end(row, new Finish(job, row.grip().fence(), new Ending.Unstarted(now)), now);
        }
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
            places.toEnd(job, row.turn(), AttemptView.withoutAttempt(Kind.CANCELLED, Detail.NONE, now));
        } else if (row.terms().areUsedUp(tally)) {
            finishing.park(job, row, tally, JobState.DEAD);
        } else {
            places.toPending(job, row.turn(), Rows.Pending.fresh(tally, now));
        }
    }
}
