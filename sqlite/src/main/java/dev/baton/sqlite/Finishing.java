package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Checkpoint;
import dev.baton.store.Ending;
import dev.baton.store.EvidenceLog;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Progress;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        Rows.Owned mine = places.owned(List.of(done.id())).get(done.id());
        if (mine == null || mine.fence() != done.fence()) {
            throw staleFence(done.id(), done.fence());
        } else if (mine.subject().isPresent()) {
            throw EvidenceLog.refusal(done.id());
        } else if (isOutOfTurn(mine.place())) {
            throw new BatonException(
                    "OUT_OF_TURN", "A job before " + done.id() + " in its lane goes first; nothing was done.");
        }
        return finish(List.of(done), now).answers().get(0);
    }

    private static BatonException staleFence(JobId job, long fence) {
        return new BatonException(
                "STALE_FENCE", "Job " + job + " is no longer running under fence " + fence + "; nothing was done.");
    }

    /**
     * What came of these.
     *
     * @param mayClaim whether there may be something to claim now that was not there before
     */
    record Ends(List<Finished> answers, boolean mayClaim) {}

    Ends finish(List<Finish> finishes, Instant now) throws SQLException {
        boolean alone = finishes.size() == 1 && isDoneAndNoMore(finishes.get(0), now);
        return alone ? new Ends(List.of(recorded(JobState.DONE)), false) : finishInTurn(finishes, now);
    }

    /** Within a run of a lane, where others wait for each end, nothing is read that is not needed. */
    private boolean isDoneAndNoMore(Finish finish, Instant now) throws SQLException {
        boolean plain =
                finish.ending() instanceof Ending.Done && finish.detail().equals(Detail.NONE);
        boolean done = plain
                && jdbc.update(
                                LaneSql.DONE_AND_NO_MORE,
                                "id",
                                Values.bytes(finish.id()),
                                "fence",
                                finish.fence(),
                                "now",
                                Values.micros(now))
                        > 0;
        if (done) {
            places.leaveHands(finish.id());
            AtCommit.OUT.due();
        }
        return done;
    }

    /** One after the other. Only its own end takes a job from the hands it is in, so all of them are looked up at once. */
    private Ends finishInTurn(List<Finish> finishes, Instant now) throws SQLException {
        Map<JobId, Rows.Owned> owned =
                places.owned(finishes.stream().map(Finish::id).toList());
        var answers = new ArrayList<Finished>();
        var together = new DoneTogether(jdbc, places);
        boolean mayClaim = false;
        for (Finish finish : finishes) {
            Rows.Owned mine = owned.get(finish.id());
            if (mine == null || mine.fence() != finish.fence()) {
                mayClaim |= together.write(now);
                answers.add(recordedBefore(finish, now));
            } else {
                owned.remove(finish.id());
                AtCommit.OUT.due();
                if (!DoneTogether.fits(finish, mine) || together.standsBefore(mine)) {
                    mayClaim |= together.write(now);
                }
                boolean outOfTurn = isOutOfTurn(mine.place());
                if (outOfTurn || !(finish.ending() instanceof Ending.Done)) {
                    together.write(now);
                    mayClaim = true;
                    answers.add(finish(finish, outOfTurn, now));
                } else {
                    mayClaim |= done(finish, mine, together, now);
                    answers.add(recorded(JobState.DONE));
                }
            }
        }
        mayClaim |= together.write(now);
        return new Ends(answers, mayClaim);
    }

    /** The most frequent by far, of which little has to be known. True if another may be ready now. */
    private boolean done(Finish finish, Rows.Owned mine, DoneTogether together, Instant now) throws SQLException {
        if (DoneTogether.fits(finish, mine)) {
            together.add(mine, finish.detail());
            return false;
        }
        places.leaveHands(finish.id());
        return places.toEnd(mine, Archive.attempt(mine.attempt(), mine.grip(), Kind.DONE, finish.detail(), now));
    }

    private Finished finish(Finish finish, boolean outOfTurn, Instant now) throws SQLException {
        JobId job = finish.id();
        Rows.Running row = places.running(job).orElseThrow();
        places.leaveHands(job);
        if (outOfTurn && leavesItsLane(finish.ending(), row)) {
            return outOfTurn(row, finish, now);
        }
        return recorded(end(row, finish, now));
    }

    private Finished recordedBefore(Finish finish, Instant now) throws SQLException {
        Optional<Detail> recorded = archive.byOwner(finish.id(), finish.fence());
        if (recorded.isEmpty()) {
            return new Finished(Finished.Answer.FENCED, Optional.empty());
        }
        boolean outOfTurn = recorded.get().equals(OUT_OF_TURN);
        return answer(outOfTurn ? Finished.Answer.OUT_OF_TURN : Finished.Answer.ALREADY_RECORDED, finish.id(), now);
    }

    /** What stays in its lane, or is not wanted any more, cannot overtake anybody. */
    private static boolean leavesItsLane(Ending ending, Rows.Running row) {
        boolean parks = ending instanceof Ending.Dead || ending instanceof Ending.Held;
        return ending instanceof Ending.Done || (parks && row.terms().parkedHead() == ParkedHead.PASSED_OVER);
    }

    private boolean isOutOfTurn(Optional<Rows.InRun> place) throws SQLException {
        return place.isPresent()
                && lanes.isOutOfTurn(place.get().turn(), place.get().head());
    }

    private Finished outOfTurn(Rows.Running row, Finish finish, Instant now) throws SQLException {
        if (row.flags().cancelWanted()) {
            return recorded(end(row, finish.as(new Ending.Cancelled()), now));
        }
        JobId job = finish.id();
        archive.add(job, row, Kind.RELEASED, OUT_OF_TURN.with(finish.facts()), now);
        places.toPending(job, row.turn(), Rows.Pending.fresh(row.tally(), now).with(row.flags()));
        return answer(Finished.Answer.OUT_OF_TURN, job, now);
    }

    private Finished answer(Finished.Answer answer, JobId job, Instant now) throws SQLException {
        return new Finished(answer, Optional.of(places.state(job, now)));
    }

    private static Finished recorded(JobState state) {
        return new Finished(Finished.Answer.RECORDED, Optional.of(state));
    }

    /** Its attempt ends like this. Where it stands then is only looked up where it is not clear from how it ended. */
    JobState end(Rows.Running row, Finish finish, Instant now) throws SQLException {
        JobId job = finish.id();
        Ending ending = finish.ending();
        Tally tally = row.tally();
        if (ending instanceof Ending.Dead) {
            archive.add(job, row, Kind.DEAD, finish.detail(), now);
            park(job, row, failed(tally), JobState.DEAD);
            return JobState.DEAD;
        } else if (ending instanceof Ending.Held) {
            archive.add(job, row, Kind.HELD, finish.detail(), now);
            park(job, row, tally, JobState.HELD);
            return JobState.HELD;
        } else if (ending instanceof Ending.Unknown unknown) {
            Kind kind = unknown.charged() ? Kind.UNKNOWN : Kind.UNDECIDED;
            archive.add(job, row, kind, finish.detail(), now);
            toDoubt(job, row, unknown.charged() ? failed(tally) : tally, unknown.dueAt());
        } else if (ending instanceof Ending.Cancelled || isCancelledBy(ending, row)) {
            places.toEnd(job, row.turn(), Archive.attempt(row, Kind.CANCELLED, Detail.NONE.with(finish.facts()), now));
            return JobState.CANCELLED;
        } else {
            giveBack(row, finish, now);
        }
        return places.state(job, now);
    }

    private void giveBack(Rows.Running row, Finish finish, Instant now) throws SQLException {
        JobId job = finish.id();
        Ending ending = finish.ending();
        Tally tally = row.tally();
        if (ending instanceof Ending.Retry retry) {
            archive.add(job, row, Kind.FAILED, finish.detail(), now);
            var again = Rows.Pending.fresh(failed(tally), retry.dueAt()).afterAttempt();
            places.toPending(job, row.turn(), again);
        } else if (ending instanceof Ending.Snooze snooze) {
            archive.add(job, row, Kind.SNOOZED, finish.detail(), now);
            places.toPending(job, row.turn(), Rows.Pending.fresh(tally, snooze.until()));
        } else if (ending instanceof Ending.Unstarted unstarted) {
            var before = new Tally(tally.attempts() - 1, tally.failures(), tally.lost());
            var untouched = Rows.Pending.fresh(before, unstarted.dueAt()).with(row.flags());
            places.toPending(job, row.turn(), untouched);
        } else {
            archive.add(job, row, Kind.RELEASED, finish.detail(), now);
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
