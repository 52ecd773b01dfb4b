package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Checkpoint;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Progress;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Ends attempts, and keeps what they say before, guarded by their fences. */
final class Finishing {

    private static final Detail OUT_OF_TURN = Detail.of("OUT_OF_TURN", "A job before it in its lane goes first.");

    private final Jdbc jdbc;
    private final Archive archive;
    private final Lanes lanes;
    private final Places places;

    Finishing(Jdbc jdbc, Archive archive, Lanes lanes, Places places) {
        this.jdbc = jdbc;
        this.archive = archive;
        this.lanes = lanes;
        this.places = places;
    }

    int progress(Progress progress) throws SQLException {
        return jdbc.update(
                SqliteSql.PROGRESS,
                "id",
                Values.bytes(progress.id()),
                "fence",
                progress.fence(),
                "done",
                progress.mark().done(),
                "total",
                progress.mark().total(),
                "text",
                progress.mark().text());
    }

    /** False if its job is not running under its fence. */
    boolean checkpoint(Checkpoint checkpoint) throws SQLException {
        int kept = jdbc.update(
                SqliteSql.CHECKPOINT_PUT,
                "id",
                Values.bytes(checkpoint.id()),
                "fence",
                checkpoint.fence(),
                "json",
                checkpoint.json());
        AtCommit.CHECKPOINT.due();
        return kept > 0;
    }

    /** The same where nobody asks whether it was kept. */
    boolean checkpointOrThrow(Checkpoint checkpoint) throws SQLException {
        if (!checkpoint(checkpoint)) {
            throw staleFence(checkpoint.id(), checkpoint.fence());
        }
        return true;
    }

    /** As {@link #finish} where nobody asks whether it counted. */
    Finished finishOrThrow(Finish done, Instant now) throws SQLException {
        Optional<Rows.Running> row = owned(done.id(), done.fence());
        if (row.isEmpty()) {
            throw staleFence(done.id(), done.fence());
        } else if (isOutOfTurn(row.get())) {
            throw new BatonException(
                    "OUT_OF_TURN", "A job before " + done.id() + " in its lane goes first; nothing was done.");
        }
        return finish(done, now);
    }

    private static BatonException staleFence(JobId job, long fence) {
        return new BatonException(
                "STALE_FENCE", "Job " + job + " is no longer running under fence " + fence + "; nothing was done.");
    }

    Finished finish(Finish finish, Instant now) throws SQLException {
        JobId job = finish.id();
        Optional<Rows.Taken> taken = places.takeRunning(job, finish.fence());
        if (taken.isEmpty()) {
            return recordedBefore(finish, now);
        }
        Rows.Running row = taken.get().row();
        if (leavesItsLane(finish.ending(), row) && isOutOfTurn(row)) {
            return outOfTurn(job, taken.get(), now);
        }
        return recorded(end(job, taken.get(), finish.ending(), now));
    }

    private Finished recordedBefore(Finish finish, Instant now) throws SQLException {
        Optional<Detail> recorded = archive.byOwner(finish.id(), finish.fence());
        if (recorded.isEmpty()) {
            return new Finished(Finished.Answer.FENCED, Optional.empty());
        }
        boolean outOfTurn = recorded.get().equals(OUT_OF_TURN);
        return answer(outOfTurn ? Finished.Answer.OUT_OF_TURN : Finished.Answer.ALREADY_RECORDED, finish.id(), now);
    }

    private Optional<Rows.Running> owned(JobId job, long fence) throws SQLException {
        return places.running(job).filter(row -> row.grip().fence() == fence);
    }

    /** What stays in its lane, or is not wanted any more, cannot overtake anybody. */
    private static boolean leavesItsLane(Ending ending, Rows.Running row) {
        boolean parks = ending instanceof Ending.Dead || ending instanceof Ending.Held;
        return ending instanceof Ending.Done || (parks && row.terms().parkedHead() == ParkedHead.PASSED_OVER);
    }

    private boolean isOutOfTurn(Rows.Running row) throws SQLException {
        return row.turn().isPresent()
                && lanes.isOutOfTurn(row.turn().get(), row.grip().runHead());
    }

    private Finished outOfTurn(JobId job, Rows.Taken taken, Instant now) throws SQLException {
        Rows.Running row = taken.row();
        if (row.flags().cancelWanted()) {
            return recorded(end(job, taken, new Ending.Cancelled(), now));
        }
        archive.add(job, row, Kind.RELEASED, OUT_OF_TURN, now);
        places.toPending(job, row.turn(), Rows.Pending.fresh(row.tally(), now).with(row.flags()));
        return answer(Finished.Answer.OUT_OF_TURN, job, now);
    }

    private Finished answer(Finished.Answer answer, JobId job, Instant now) throws SQLException {
        return new Finished(answer, Optional.of(places.state(job, now)));
    }

    private static Finished recorded(JobState state) {
        return new Finished(Finished.Answer.RECORDED, Optional.of(state));
    }

    /** Where it stands then; that is only looked up where it is not clear from how it ended. */
    private JobState end(JobId job, Rows.Taken taken, Ending ending, Instant now) throws SQLException {
        Rows.Running row = taken.row();
        AtCommit.OUT.due();
        Tally tally = row.tally();
        if (ending instanceof Ending.Done done) {
            var said = new Detail("", "", done.result());
            return over(job, taken, Archive.attempt(row, Kind.DONE, said, now), JobState.DONE);
        } else if (ending instanceof Ending.Dead dead) {
            archive.add(job, row, Kind.DEAD, Detail.of(dead.code(), dead.message()), now);
            park(job, row, failed(tally), JobState.DEAD);
            return JobState.DEAD;
        } else if (ending instanceof Ending.Held held) {
            archive.add(job, row, Kind.HELD, Detail.of(held.code(), held.message()), now);
            park(job, row, tally, JobState.HELD);
            return JobState.HELD;
        } else if (ending instanceof Ending.Unknown unknown) {
            Kind kind = unknown.charged() ? Kind.UNKNOWN : Kind.UNDECIDED;
            archive.add(job, row, kind, Detail.of(unknown.code(), unknown.message()), now);
            toDoubt(job, row, unknown.charged() ? failed(tally) : tally, unknown.dueAt());
        } else if (ending instanceof Ending.Cancelled || isCancelledBy(ending, row)) {
            return over(job, taken, Archive.attempt(row, Kind.CANCELLED, Detail.NONE, now), JobState.CANCELLED);
        } else {
            giveBack(job, row, ending, now);
        }
        return places.state(job, now);
    }

    private JobState over(JobId job, Rows.Taken taken, AttemptView last, JobState state) throws SQLException {
        places.toEnd(job, taken, last);
        return state;
    }

    private void giveBack(JobId job, Rows.Running row, Ending ending, Instant now) throws SQLException {
        Tally tally = row.tally();
        if (ending instanceof Ending.Retry retry) {
            archive.add(job, row, Kind.FAILED, Detail.of(retry.code(), retry.message()), now);
            var again = Rows.Pending.fresh(failed(tally), retry.dueAt()).afterAttempt();
            places.toPending(job, row.turn(), again);
        } else if (ending instanceof Ending.Snooze snooze) {
            archive.add(job, row, Kind.SNOOZED, Detail.NONE, now);
            places.toPending(job, row.turn(), Rows.Pending.fresh(tally, snooze.until()));
        } else if (ending instanceof Ending.Unstarted unstarted) {
            var before = new Tally(tally.attempts() - 1, tally.failures(), tally.lost());
            var untouched = Rows.Pending.fresh(before, unstarted.dueAt()).with(row.flags());
            places.toPending(job, row.turn(), untouched);
        } else {
            archive.add(job, row, Kind.RELEASED, Detail.NONE, now);
            places.toPending(job, row.turn(), Rows.Pending.fresh(tally, now).with(row.flags()));
        }
    }

    /** Pending again, to be asked about first; who wants it cancelled waits for that. */
    void toDoubt(JobId job, Rows.Running row, Tally tally, Instant dueAt) throws SQLException {
        Rows.Flags flags = row.flags().doubtSince(row.grip().fence());
        var asked = Rows.Pending.fresh(tally, dueAt).afterAttempt().with(flags);
        places.toPending(job, row.turn(), asked);
    }

    /** Aside; whether its lane goes on says the terms it ran on. */
    void park(JobId job, Rows.Running row, Tally tally, JobState aside) throws SQLException {
        boolean held = aside == JobState.HELD;
        boolean blocks = row.terms().parkedHead() == ParkedHead.BLOCKS;
        long doubt = held ? row.flags().doubtSince(row.grip().fence()).doubt() : 0;
        places.toParked(
                job,
                row.turn(),
                new Rows.Parked(tally, held, blocks, row.terms().crash(), doubt));
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
