package dev.baton.postgres;

import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobView.Tally;
import java.time.Instant;

/** What becomes of a job when its attempt ends, as its owner said or as its terms say. Decides, and writes nothing itself. */
final class Endings {

    static final Detail OUT_OF_TURN = Detail.of("OUT_OF_TURN", "A job before it in its lane goes first.");

    private final Moving moving;
    private final Instant now;

    Endings(Moving moving, Instant now) {
        this.moving = moving;
        this.now = now;
    }

    /** What stays in its lane, or is not wanted any more, cannot overtake anybody. */
    static boolean leavesItsLane(Ending ending, Rows.Running row) {
        boolean parks = ending instanceof Ending.Dead || ending instanceof Ending.Held;
        return ending instanceof Ending.Done || (parks && row.terms().parkedHead() == ParkedHead.PASSED_OVER);
    }

    /** Where the job goes; a pending one is answered as waiting, as only its lane can tell. */
    JobState end(Rows.Running row, Finish finish) {
        Ending ending = finish.ending();
        Tally tally = row.tally();
        if (ending instanceof Ending.Done) {
            moving.archive(row, Kind.DONE, finish.detail(), now);
            moving.toEnd(row.place());
            return JobState.DONE;
        } else if (ending instanceof Ending.Dead) {
            moving.archive(row, Kind.DEAD, finish.detail(), now);
            return park(row, failed(tally), JobState.DEAD);
        } else if (ending instanceof Ending.Held) {
            moving.archive(row, Kind.HELD, finish.detail(), now);
            return park(row, tally, JobState.HELD);
        } else if (ending instanceof Ending.Unknown unknown) {
            Kind kind = unknown.charged() ? Kind.UNKNOWN : Kind.UNDECIDED;
            moving.archive(row, kind, finish.detail(), now);
            return toDoubt(row, unknown.charged() ? failed(tally) : tally, unknown.dueAt());
        } else if (ending instanceof Ending.Cancelled || isCancelledBy(ending, row)) {
            moving.archive(row, Kind.CANCELLED, Detail.NONE.with(finish.facts()), now);
            moving.toEnd(row.place());
            return JobState.CANCELLED;
        }
        return giveBack(row, finish);
    }

    private JobState giveBack(Rows.Running row, Finish finish) {
        Ending ending = finish.ending();
        Tally tally = row.tally();
        if (ending instanceof Ending.Retry retry) {
            moving.archive(row, Kind.FAILED, finish.detail(), now);
            return toPending(
                    row, Rows.Pending.fresh(failed(tally), retry.dueAt()).afterAttempt());
        } else if (ending instanceof Ending.Snooze snooze) {
            moving.archive(row, Kind.SNOOZED, finish.detail(), now);
            return toPending(row, Rows.Pending.fresh(tally, snooze.until()));
        } else if (ending instanceof Ending.Unstarted unstarted) {
            var before = new Tally(tally.attempts() - 1, tally.failures(), tally.lost());
            return toPending(row, Rows.Pending.fresh(before, unstarted.dueAt()).with(row.flags()));
        }
        moving.archive(row, Kind.RELEASED, finish.detail(), now);
        return toPending(row, Rows.Pending.fresh(tally, now).with(row.flags()));
    }

    /** It was claimed behind one that is to run again first: given back, unless somebody wants it cancelled anyway. */
    JobState outOfTurn(Rows.Running row, Finish finish) {
        if (row.flags().cancelWanted()) {
            return end(row, finish.as(new Ending.Cancelled()));
        }
        moving.archive(row, Kind.RELEASED, OUT_OF_TURN.with(finish.facts()), now);
        return toPending(row, Rows.Pending.fresh(row.tally(), now).with(row.flags()));
    }

    /** Its process died. What nobody knows the end of does not go away by being cancelled. */
    JobState lose(Rows.Running row) {
        return lose(row, "Its process died.");
    }

    /** The same for another reason. */
    JobState lose(Rows.Running row, String why) {
        Tally before = row.tally();
        var tally = new Tally(before.attempts(), before.failures(), before.lost() + 1);
        moving.archive(row, Kind.ORPHANED, Detail.of("LOST", why), now);
        return switch (row.terms().crash()) {
            case RERUN -> rerun(row, tally);
            case RECONCILE -> row.terms().areUsedUp(tally) ? park(row, tally, JobState.HELD) : toDoubt(row, tally, now);
            case HOLD -> park(row, tally, JobState.HELD);
        };
    }

    private JobState rerun(Rows.Running row, Tally tally) {
        if (row.flags().cancelWanted()) {
            moving.archive(row.place(), Kind.CANCELLED, Detail.NONE, now);
            moving.toEnd(row.place());
            return JobState.CANCELLED;
        } else if (row.terms().areUsedUp(tally)) {
            return park(row, tally, JobState.DEAD);
        }
        return toPending(row, Rows.Pending.fresh(tally, now));
    }

    private JobState toPending(Rows.Running row, Rows.Pending pending) {
        moving.toPending(row.place(), pending);
        return JobState.WAITING;
    }

    /** Pending again, to be asked about first; who wants it cancelled waits for that. */
    private JobState toDoubt(Rows.Running row, Tally tally, Instant dueAt) {
        Rows.Flags flags = row.flags().doubtSince(row.grip().fence());
        return toPending(row, Rows.Pending.fresh(tally, dueAt).afterAttempt().with(flags));
    }

    /** Aside; whether its lane goes on says the terms it ran on. */
    JobState park(Rows.Running row, Tally tally, JobState aside) {
        boolean held = aside == JobState.HELD;
        boolean blocks = row.terms().parkedHead() == ParkedHead.BLOCKS;
        long doubt = held ? row.flags().doubtSince(row.grip().fence()).doubt() : 0;
        moving.toParked(
                row.place(), new Rows.Parked(tally, held, blocks, row.terms().crash(), doubt));
        return aside;
    }

    private static Tally failed(Tally tally) {
        return new Tally(tally.attempts(), tally.failures() + 1, tally.lost());
    }

    /** Who wants it cancelled gets that now, unless it is given back and still in doubt. */
    private static boolean isCancelledBy(Ending ending, Rows.Running row) {
        boolean givenBack = ending instanceof Ending.Unstarted || ending instanceof Ending.Released;
        return row.flags().cancelWanted() && !(givenBack && row.flags().inDoubt());
    }
}
