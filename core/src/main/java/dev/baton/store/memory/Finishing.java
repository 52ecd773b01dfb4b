package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Checkpoint;
import dev.baton.store.Ending;
import dev.baton.store.EvidenceLog;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobView.Tally;
import dev.baton.store.memory.Tables.Flags;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ends attempts, guarded by their fences. */
final class Finishing {

    private static final Detail OUT_OF_TURN = Detail.of("OUT_OF_TURN", "A job before it in its lane goes first.");

    private final Tables tables;
    private final Lanes lanes;
    private final Places places;

    Finishing(Tables tables, Lanes lanes, Places places) {
        this.tables = tables;
        this.lanes = lanes;
        this.places = places;
    }

    Finished finish(Finish finish, Instant now) {
        JobId job = finish.id();
        RunningRow row = owned(job, finish.fence());
        if (row == null) {
            return recordedBefore(finish, now);
        }
        if (leavesItsLane(finish.ending(), row) && isOutOfTurn(job, row)) {
            if (row.flags().cancelWanted()) {
                end(row, finish.as(new Ending.Cancelled()), now);
                return answer(Finished.Answer.RECORDED, job, now);
            }
            archive(job, row, Kind.RELEASED, OUT_OF_TURN.with(finish.facts()), now);
            places.toPending(job, PendingRow.fresh(row.tally(), now).with(row.flags()));
            return answer(Finished.Answer.OUT_OF_TURN, job, now);
        }
        end(row, finish, now);
        return answer(Finished.Answer.RECORDED, job, now);
    }

    /** What others wrote about an attempt does not mean that its owner ended it. */
    private Finished recordedBefore(Finish finish, Instant now) {
        Optional<AttemptView> recorded = tables.attempts(finish.id()).stream()
                .filter(ended -> ended.fence() == finish.fence())
                .filter(ended -> ended.kind() != Kind.ORPHANED && ended.kind() != Kind.KILLED)
                .findFirst();
        if (recorded.isEmpty()) {
            return new Finished(Finished.Answer.FENCED, Optional.empty());
        }
        boolean outOfTurn = recorded.get().detail().code().equals(OUT_OF_TURN.code());
        return answer(outOfTurn ? Finished.Answer.OUT_OF_TURN : Finished.Answer.ALREADY_RECORDED, finish.id(), now);
    }

    /** A chain must not wait for a caller's transaction. */
    void refuseIfWitnessed(JobId job) {
        JobRow row = tables.jobs.get(job);
        if (row != null && row.ties().witnessed()) {
            throw EvidenceLog.refusal(job);
        }
    }

    /** False if its job is not running under its fence. */
    boolean checkpoint(Checkpoint checkpoint) {
        boolean owned = owned(checkpoint.id(), checkpoint.fence()) != null;
        if (owned) {
            tables.put(tables.checkpoints, checkpoint.id(), checkpoint.json());
        }
        return owned;
    }

    @Nullable
    RunningRow owned(JobId job, long fence) {
        RunningRow row = tables.running.get(job);
        return row != null && row.grip().fence() == fence ? row : null;
    }

    /** What stays in its lane, or is not wanted any more, cannot overtake anybody. */
    private static boolean leavesItsLane(Ending ending, RunningRow row) {
        boolean parks = ending instanceof Ending.Dead || ending instanceof Ending.Held;
        return ending instanceof Ending.Done || (parks && row.terms().parkedHead() == ParkedHead.PASSED_OVER);
    }

    boolean isOutOfTurn(JobId job, RunningRow row) {
        return lanes.turn(job)
                .filter(turn -> lanes.isOutOfTurn(turn, row.grip().runHead()))
                .isPresent();
    }

    private Finished answer(Finished.Answer answer, JobId job, Instant now) {
        return new Finished(answer, Optional.of(places.standing(job, now).state()));
    }

    /** Its attempt ends like this. */
    void end(RunningRow row, Finish finish, Instant now) {
        JobId job = finish.id();
        Ending ending = finish.ending();
        Detail detail = finish.detail();
        Tally tally = row.tally();
        if (ending instanceof Ending.Done) {
            archive(job, row, Kind.DONE, detail, now);
            places.toEnd(job);
        } else if (ending instanceof Ending.Dead) {
            archive(job, row, Kind.DEAD, detail, now);
            park(job, row, failed(tally), JobState.DEAD);
        } else if (ending instanceof Ending.Held) {
            archive(job, row, Kind.HELD, detail, now);
            park(job, row, tally, JobState.HELD);
        } else if (ending instanceof Ending.Unknown unknown) {
            Kind kind = unknown.charged() ? Kind.UNKNOWN : Kind.UNDECIDED;
            archive(job, row, kind, detail, now);
            toDoubt(job, row, unknown.charged() ? failed(tally) : tally, unknown.dueAt());
        } else if (ending instanceof Ending.Cancelled || isCancelledBy(ending, row)) {
            archive(job, row, Kind.CANCELLED, Detail.NONE.with(finish.facts()), now);
            places.toEnd(job);
        } else if (ending instanceof Ending.Retry retry) {
            archive(job, row, Kind.FAILED, detail, now);
            places.toPending(job, PendingRow.fresh(failed(tally), retry.dueAt()).afterAttempt());
        } else if (ending instanceof Ending.Snooze snooze) {
            archive(job, row, Kind.SNOOZED, detail, now);
            places.toPending(job, PendingRow.fresh(tally, snooze.until()));
        } else if (ending instanceof Ending.Unstarted unstarted) {
            var before = new Tally(tally.attempts() - 1, tally.failures(), tally.lost());
            places.toPending(job, PendingRow.fresh(before, unstarted.dueAt()).with(row.flags()));
        } else {
            archive(job, row, Kind.RELEASED, detail, now);
            places.toPending(job, PendingRow.fresh(tally, now).with(row.flags()));
        }
    }

    /** Who wants it cancelled gets that now, unless it is given back and still in doubt. */
    private static boolean isCancelledBy(Ending ending, RunningRow row) {
        boolean givenBack = ending instanceof Ending.Unstarted || ending instanceof Ending.Released;
        return row.flags().cancelWanted() && !(givenBack && row.flags().inDoubt());
    }

    /** Pending again, to be asked about first; who wants it cancelled waits for that. */
    void toDoubt(JobId job, RunningRow row, Tally tally, Instant dueAt) {
        Flags flags = row.flags().doubtSince(row.grip().fence());
        places.toPending(job, PendingRow.fresh(tally, dueAt).afterAttempt().with(flags));
    }

    /** Aside; whether its lane goes on says the terms it ran on. */
    void park(JobId job, RunningRow row, Tally tally, JobState aside) {
        boolean held = aside == JobState.HELD;
        boolean blocks = row.terms().parkedHead() == ParkedHead.BLOCKS;
        long doubt = held ? row.flags().doubtSince(row.grip().fence()).doubt() : 0;
        places.toParked(job, new ParkedRow(tally, held, blocks, row.terms().crash(), doubt));
    }

    /** Writes the end of the attempt that this row is. */
    void archive(JobId job, RunningRow row, Kind kind, Detail detail, Instant now) {
        tables.addAttempt(
                job,
                new AttemptView(
                        row.tally().attempts(),
                        row.grip().fence(),
                        Optional.of(row.grip().node()),
                        kind,
                        detail,
                        row.grip().since(),
                        now));
    }

    private static Tally failed(Tally tally) {
        return new Tally(tally.attempts(), tally.failures() + 1, tally.lost());
    }
}
