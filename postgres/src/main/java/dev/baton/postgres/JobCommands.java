package dev.baton.postgres;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.CommandResult;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.Payload;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * What operators ask of single jobs. Where a job stands is read, and then it is taken away from there; if it has gone, it is looked
 * for again.
 */
final class JobCommands {

    /** How often it is looked again where a job has gone from where it was seen. */
    static final int LOOKS = 20;

    /** Between looks: who is just ending a job takes no longer. */
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;
    private final Targets targets;
    private final Moving moving;
    private final Said said;

    JobCommands(Session on, Keys keys, Lanes lanes, Places places, Targets targets) {
        this.on = on;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
        this.targets = targets;
        this.moving = new Moving(on, keys, lanes);
        this.said = new Said(on);
    }

    CommandResult command(OnJob command, Instant now) throws SQLException {
        Optional<Rows.Job> found = targets.job(command.job(), now);
        if (found.isEmpty()) {
            return new CommandResult.NotFound();
        }
        Rows.Job job = found.get();
        for (int look = 0; look < LOOKS; look++) {
            Optional<CommandResult> result = tryOn(job, command.what(), now);
            if (result.isPresent()) {
                return result.get();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        if (targets.look(job, now).state() == JobState.RUNNING) {
            return new CommandResult.InHand();
        }
        throw new CollisionException("the job moved again and again");
    }

    /** Writes what was done so far. */
    void write() throws SQLException {
        moving.write();
    }

    Optional<Rows.Pending> pending(Rows.Job job) throws SQLException {
        return places.pending(job.id());
    }

    private JobView.Standing standing(Rows.Job job, Instant now) throws SQLException {
        Optional<JobView.Standing> seen = targets.seen(job);
        if (seen.isPresent()) {
            return seen.get();
        }
        write();
        return targets.look(job, now);
    }

    /** Empty if the job is no longer where it was seen. */
    private Optional<CommandResult> tryOn(Rows.Job job, Act act, Instant now) throws SQLException {
        JobView.Standing standing = standing(job, now);
        JobState before = standing.state();
        if (act == Act.SKIP && job.number().isEmpty()) {
            return Optional.of(new CommandResult.NotInLane());
        } else if (before.after(act.command()).isEmpty()) {
            return Optional.of(new CommandResult.WrongState(before));
        }
        Optional<Rows.Parked> parked = before.isParked() ? places.parked(job.id()) : Optional.empty();
        boolean forPeopleToFindOut = parked.filter(row -> row.held() && row.crash() == CrashPolicy.HOLD)
                .isPresent();
        if (act == Act.RETRY && forPeopleToFindOut) {
            return Optional.of(new CommandResult.InDoubt());
        }
        boolean again = act == Act.RETRY || act == Act.RELEASE;
        Optional<JobId> taken = again ? keys.takenFrom(job) : Optional.empty();
        if (taken.isPresent()) {
            return Optional.of(new CommandResult.KeyTaken(taken.get()));
        }
        if (again && parked.filter(row -> !row.blocks()).isPresent() && standing.inLane()) {
            // It comes back to a lane that went on without it, where a producer may just find nobody and go first.
            lanes.lock(Lanes.of(List.of(job.number())));
        }
        return act(job, act, standing, now)
                .map(after -> new CommandResult.Applied(before.toString(), after.toString()));
    }

    /** Where it stands since; empty if it was no longer where it was seen. */
    private Optional<JobState> act(Rows.Job job, Act act, JobView.Standing standing, Instant now) throws SQLException {
        JobState state = standing.state();
        return switch (act) {
            case RETRY, RELEASE -> again(job, act, standing, now);
            case KILL -> kill(job, now);
            case REDACT -> redact(job, state);
            case CONFIRM -> where(end(job, state, Kind.DONE, Detail.of(act.name(), ""), now), JobState.DONE);
            case CANCEL -> cancel(job, state, now);
            case SKIP, DISCARD ->
                where(end(job, state, Kind.CANCELLED, Detail.of(act.name(), ""), now), JobState.CANCELLED);
        };
    }

    private static Optional<JobState> where(boolean done, JobState state) {
        return done ? Optional.of(state) : Optional.empty();
    }

    /** What runs is asked to end, and what is in doubt is asked about first. */
    private Optional<JobState> cancel(Rows.Job job, JobState state, Instant now) throws SQLException {
        if (state == JobState.RUNNING) {
            return where(said.wantCancelled(job.id()), state);
        } else if (on.update(
                        OperatorSql.PENDING_DELETE_UNLESS_IN_DOUBT,
                        "id",
                        job.id().value())
                > 0) {
            ended(job, Kind.CANCELLED, Detail.of(Act.CANCEL.name(), ""), now);
            return Optional.of(JobState.CANCELLED);
        }
        return where(
                on.update(OperatorSql.CANCEL_WANTED_IN_DOUBT, "id", job.id().value()) > 0, state);
    }

    /** With all its attempts; what was in doubt stays so, unless somebody knows better. */
    private Optional<JobState> again(Rows.Job job, Act act, JobView.Standing standing, Instant now)
            throws SQLException {
        Optional<Rows.Flags> pending = places.pending(job.id()).map(Rows.Pending::flags);
        Optional<Rows.Flags> parked = places.parked(job.id()).map(row -> new Rows.Flags(false, row.doubt()));
        Rows.Flags before = pending.or(() -> parked).orElse(Rows.Flags.NONE);
        if (!leave(job.id(), standing.state())) {
            return Optional.empty();
        }
        // Only now: a key that was taken for a job that is over by then would never be free again.
        if (keys.takeBack(job).isPresent()) {
            throw new CollisionException("somebody took the key of a job that was to run again");
        }
        Rows.Place place = job.place(standing.inLane());
        moving.archive(place, Kind.RETRIED, Detail.of(act.name(), ""), now);
        var afresh = Rows.Pending.fresh(new Tally(standing.tally().attempts(), 0, 0), now);
        moving.toPending(place, afresh.with(act == Act.RELEASE ? Rows.Flags.NONE : before));
        if (!standing.inLane()) {
            return Optional.of(JobState.READY);
        }
        write();
        return Optional.of(
                Objects.requireNonNull(places.states(List.of(job.id()), now).get(job.id())));
    }

    /** Takes it away from where it stood; false if it has gone. */
    private boolean leave(JobId job, JobState from) throws SQLException {
        String sql = from.isParked() ? OperatorSql.PARKED_DELETE : OperatorSql.PENDING_DELETE;
        return on.update(sql, "id", job.value()) > 0;
    }

    /** What must not be repeated blindly is held: its handler may be in the middle of it. */
    private Optional<JobState> kill(Rows.Job job, Instant now) throws SQLException {
        Optional<Rows.Running> found = places.running(job.id());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Rows.Running row = found.get();
        if (on.update(
                        OperatorSql.RUNNING_DELETE,
                        "id",
                        job.id().value(),
                        "fence",
                        row.grip().fence())
                == 0) {
            return Optional.empty();
        }
        said.forget(List.of(Said.Owned.of(row)));
        moving.archive(row, Kind.KILLED, Detail.of(Act.KILL.name(), ""), now);
        if (row.terms().crash() == CrashPolicy.RERUN) {
            ended(job, Kind.CANCELLED, Detail.of(Act.KILL.name(), ""), now);
            return Optional.of(JobState.CANCELLED);
        }
        return Optional.of(new Endings(moving, now).park(row, row.tally(), JobState.HELD));
    }

    private Optional<JobState> redact(Rows.Job job, JobState state) throws SQLException {
        Payload blank = job.payload().redacted();
        on.update(OperatorSql.REDACT, "id", job.id().value(), "payload", blank.json(), "label", blank.label());
        on.update(FinishSql.CHECKPOINTS_DELETE, "ids", Values.ids(List.of(job.id())));
        return Optional.of(state);
    }

    /** False if it has gone from where it was seen. */
    boolean end(Rows.Job job, JobState from, Kind kind, Detail detail, Instant now) throws SQLException {
        boolean left = leave(job.id(), from);
        if (left) {
            ended(job, kind, detail, now);
        }
        return left;
    }

    /** As if it had been in its lane: to settle that once more changes nothing. */
    private void ended(Rows.Job job, Kind kind, Detail detail, Instant now) {
        moving.archive(job.place(true), kind, detail, now);
        moving.toEnd(job.place(true));
    }
}
