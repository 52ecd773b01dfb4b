package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Recovered;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Moves the jobs of dead nodes. */
final class Recovering {

    private final Tables tables;
    private final Lanes lanes;
    private final Places places;
    private final Finishing finishing;

    Recovering(Tables tables, Lanes lanes, Places places, Finishing finishing) {
        this.tables = tables;
        this.lanes = lanes;
        this.places = places;
        this.finishing = finishing;
    }

    Recovered recover(Optional<JobId> after, int limit, Instant now) {
        var moved = new ArrayList<Recovered.Moved>();
        var skipped = new ArrayList<Recovered.Skipped>();
        List<JobId> orphans = orphans(after, limit);
        var unbegun = new HashSet<JobId>();
        for (JobId id : withTheirRuns(orphans, unbegun)) {
            JobRow job = tables.jobs.get(id);
            RunningRow row = tables.running.get(id);
            if (job == null || row == null) {
                skipped.add(new Recovered.Skipped(id, "it is running, and there is no such job"));
            } else {
                if (unbegun.contains(id)) {
                    finishing.end(row, new Finish(id, row.grip().fence(), new Ending.Unstarted(now)), now);
                } else {
                    moveOn(id, row, now);
                }
                moved.add(new Recovered.Moved(
                        id,
                        job.route(),
                        row.grip().fence(),
                        places.standing(id, now).state()));
            }
        }
        Optional<JobId> last = orphans.isEmpty() ? Optional.empty() : Optional.of(orphans.get(orphans.size() - 1));
        return new Recovered(moved, skipped, last);
    }

    private List<JobId> orphans(Optional<JobId> after, int limit) {
        NavigableMap<JobId, RunningRow> rest =
                after.isPresent() ? tables.running.tailMap(after.get(), false) : tables.running;
        return rest.entrySet().stream()
                .filter(entry -> !tables.isLive(entry.getValue().grip().node()))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
    }

    /**
     * Of a strict run the first has begun, at most. The others are given back together with it: who looked at them afterwards could
     * not tell them from one that has.
     */
    private Set<JobId> withTheirRuns(List<JobId> orphans, Set<JobId> unbegun) {
        var all = new TreeSet<>(orphans);
        for (JobId id : orphans) {
            JobRow job = tables.jobs.get(id);
            RunningRow row = tables.running.get(id);
            if (job != null
                    && row != null
                    && job.turn().isPresent()
                    && row.terms().isStrict()) {
                List<JobId> run = lanes.run(job.turn().get().lane(), row.grip().fence());
                all.addAll(run);
                unbegun.addAll(run.subList(1, run.size()));
            }
        }
        return all;
    }

    /** What nobody knows the end of does not go away by being cancelled. */
    private void moveOn(JobId job, RunningRow row, Instant now) {
        Tally before = row.tally();
        var tally = new Tally(before.attempts(), before.failures(), before.lost() + 1);
        finishing.archive(job, row, Kind.ORPHANED, Detail.of("LOST", "Its process died."), now);
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

    private void rerun(JobId job, RunningRow row, Tally tally, Instant now) {
        if (row.flags().cancelWanted()) {
            tables.addAttempt(job, AttemptView.withoutAttempt(Kind.CANCELLED, Detail.NONE, now));
            places.toEnd(job);
        } else if (row.terms().areUsedUp(tally)) {
            finishing.park(job, row, tally, JobState.DEAD);
        } else {
            places.toPending(job, PendingRow.fresh(tally, now));
        }
    }
}
