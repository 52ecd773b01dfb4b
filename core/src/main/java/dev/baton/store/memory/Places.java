package dev.baton.store.memory;

import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The places a job stands in, one at a time, and the moves between them. */
final class Places {

    private static final Set<Kind> DOUBTFUL =
            EnumSet.of(Kind.ORPHANED, Kind.UNKNOWN, Kind.UNDECIDED, Kind.KILLED, Kind.HELD);

    private final Tables tables;
    private final Keys keys;
    private final Lanes lanes;

    Places(Tables tables, Keys keys, Lanes lanes) {
        this.tables = tables;
        this.keys = keys;
        this.lanes = lanes;
    }

    void toPending(JobId job, PendingRow row) {
        leave(job);
        tables.put(tables.pending, job, row);
        lanes.settle(job);
    }

    /** Due now, if it is due later and not being retried. */
    void hasten(JobId job, Instant now) {
        PendingRow row = tables.pending.get(job);
        if (row != null && !row.retrying() && row.dueAt().isAfter(now)) {
            tables.put(tables.pending, job, row.dueAt(now));
        }
    }

    void toRunning(JobId job, RunningRow row) {
        leave(job);
        tables.put(tables.running, job, row);
        lanes.settle(job);
    }

    /** A dead one gives its key up, a held one keeps it. */
    void toParked(JobId job, ParkedRow row) {
        leave(job);
        tables.put(tables.parked, job, row);
        if (!row.held()) {
            keys.free(job);
        }
        lanes.settle(job);
    }

    /** It is over, and stands nowhere any more. */
    void toEnd(JobId job) {
        leave(job);
        lanes.leave(job);
        keys.free(job);
        lanes.settle(job);
    }

    private void leave(JobId job) {
        tables.put(tables.pending, job, null);
        tables.put(tables.running, job, null);
        tables.put(tables.parked, job, null);
    }

    boolean isOver(JobId job) {
        return !tables.pending.containsKey(job) && !tables.running.containsKey(job) && !tables.parked.containsKey(job);
    }

    /** The attempts of which nobody knows the end, from this fence on. */
    List<Doubt> doubts(JobId job, long since) {
        return tables.attempts(job).stream()
                .filter(ended -> ended.fence() >= since && DOUBTFUL.contains(ended.kind()))
                .map(ended -> new Doubt(
                        ended.number(),
                        ended.fence(),
                        ended.claimedAt(),
                        ended.endedAt(),
                        ended.detail().code()))
                .toList();
    }

    JobView.Standing standing(JobId job, Instant now) {
        PendingRow waiting = tables.pending.get(job);
        if (waiting != null) {
            return new JobView.Standing(
                    stateOf(waiting, now),
                    waiting.tally(),
                    Optional.of(waiting.dueAt()),
                    Optional.empty(),
                    isInLane(job));
        }
        RunningRow running = tables.running.get(job);
        if (running != null) {
            var hold = new JobView.Hold(
                    running.grip().node(),
                    running.grip().fence(),
                    running.grip().since(),
                    running.flags().cancelWanted(),
                    Optional.ofNullable(running.progress()));
            return new JobView.Standing(
                    JobState.RUNNING, running.tally(), Optional.empty(), Optional.of(hold), isInLane(job));
        }
        ParkedRow parked = tables.parked.get(job);
        if (parked != null) {
            return nowhereToGo(parked.held() ? JobState.HELD : JobState.DEAD, parked.tally(), isInLane(job));
        }
        return nowhereToGo(finalState(job), finalTally(job), false);
    }

    private boolean isInLane(JobId job) {
        return lanes.turn(job).isPresent();
    }

    private static JobView.Standing nowhereToGo(JobState state, Tally tally, boolean inLane) {
        return new JobView.Standing(state, tally, Optional.empty(), Optional.empty(), inLane);
    }

    private static JobState stateOf(PendingRow row, Instant now) {
        if (!row.ready()) {
            return JobState.WAITING;
        }
        if (row.retrying()) {
            return JobState.RETRYING;
        }
        return row.dueAt().isAfter(now) ? JobState.SCHEDULED : JobState.READY;
    }

    /** What stands nowhere has ended, as its last row says. */
    private JobState finalState(JobId job) {
        List<AttemptView> ended = tables.attempts(job);
        boolean done = ended.get(ended.size() - 1).kind() == Kind.DONE;
        return done ? JobState.DONE : JobState.CANCELLED;
    }

    /** Counted from the archive, as nothing else is left of it. */
    private Tally finalTally(JobId job) {
        int attempts = 0;
        int failures = 0;
        int lost = 0;
        for (AttemptView ended : tables.attempts(job)) {
            attempts = Math.max(attempts, ended.number());
            switch (ended.kind()) {
                case FAILED, UNKNOWN, DEAD -> failures++;
                case ORPHANED -> lost++;
                case RETRIED -> {
                    failures = 0;
                    lost = 0;
                }
                case DONE, SNOOZED, RELEASED, UNDECIDED, KILLED, HELD, CANCELLED -> {}
            }
        }
        return new Tally(attempts, failures, lost);
    }
}
