package dev.baton.postgres;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.CommandResult;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.OperatorCommand.Replace;
import dev.baton.store.OperatorCommand.TurnOff;
import dev.baton.store.OperatorCommand.TurnOn;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Urgency;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Does what operators ask, and keeps a record of it in the same transaction. */
final class Commanding {

    /** How often it is looked again where a job has gone from where it was seen. */
    private static final int LOOKS = 20;

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;
    private final Inserting inserting;

    Commanding(Session on, Keys keys, Lanes lanes, Places places, Inserting inserting) {
        this.on = on;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
        this.inserting = inserting;
    }

    List<CommandResult> command(List<OperatorCommand> commands, Instant now) throws SQLException {
        var answers = new ArrayList<CommandResult>();
        for (OperatorCommand command : commands) {
            answers.add(command(command, now));
        }
        return answers;
    }

    private CommandResult command(OperatorCommand command, Instant now) throws SQLException {
        if (command instanceof OnJob onJob) {
            return onJob(onJob, now);
        } else if (command instanceof Replace replace) {
            return replace(replace, now);
        } else if (command instanceof TurnOff turnOff) {
            return turn(turnOff.which(), true, command, now);
        }
        return turn(((TurnOn) command).which(), false, command, now);
    }

    private CommandResult turn(Switch which, boolean off, OperatorCommand command, Instant now) throws SQLException {
        int changed = on.update(
                off ? OperatorSql.SWITCH_OFF : OperatorSql.SWITCH_ON,
                "kind",
                which.kind().name(),
                "name",
                which.name());
        if (which.kind() == Switch.Kind.LANE) {
            lanes.settle(List.of(which.name()));
        }
        boolean wasOff = off == (changed == 0);
        return applied(command, wasOff ? "off" : "on", off ? "off" : "on", now);
    }

    private CommandResult onJob(OnJob command, Instant now) throws SQLException {
        Optional<Rows.Job> found = lock(command.job());
        if (found.isEmpty()) {
            return new CommandResult.NotFound();
        }
        for (int look = 0; look < LOOKS; look++) {
            Optional<CommandResult> result = tryOnJob(command, found.get(), now);
            if (result.isPresent()) {
                return result.get();
            }
        }
        throw new SQLException("the job moved again and again", "40001");
    }

    /** Whoever else wants something of the job waits for us; those who run it do not. */
    private Optional<Rows.Job> lock(JobId job) throws SQLException {
        return on.first(OperatorSql.JOB_LOCK, Rows::job, "id", job.value());
    }

    /** Empty if the job is no longer where it was seen: then it is to be looked at again. */
    private Optional<CommandResult> tryOnJob(OnJob command, Rows.Job job, Instant now) throws SQLException {
        Act act = command.what();
        JobView.Standing standing = standing(job.id(), now);
        if (act == Act.SKIP && job.turn().isEmpty()) {
            return Optional.of(new CommandResult.NotInLane());
        } else if (standing.state().after(act.command()).isEmpty()) {
            return Optional.of(new CommandResult.WrongState(standing.state()));
        }
        Optional<Rows.Parked> parked = places.parked(job.id());
        boolean forPeopleToFindOut = parked.filter(row -> row.held() && row.crash() == CrashPolicy.HOLD)
                .isPresent();
        if (act == Act.RETRY && forPeopleToFindOut) {
            return Optional.of(new CommandResult.InDoubt());
        }
        boolean again = act == Act.RETRY || act == Act.RELEASE;
        Optional<JobId> taken = again ? keys.takeBack(job) : Optional.empty();
        if (taken.isPresent()) {
            return Optional.of(new CommandResult.KeyTaken(taken.get()));
        }
        if (again && parked.filter(row -> !row.blocks()).isPresent() && job.turn().isPresent()) {
            // It comes back to a lane that went on without it, where a producer may just find nobody and go first.
            lanes.lock(Lanes.of(List.of(job.turn())));
        }
        if (!act(job, act, standing, now)) {
            return Optional.empty();
        }
        String after = standing(job.id(), now).state().toString();
        return Optional.of(applied(command, standing.state().toString(), after, now));
    }

    private JobView.Standing standing(JobId job, Instant now) throws SQLException {
        return Objects.requireNonNull(places.standings(List.of(job), now).get(job));
    }

    private boolean act(Rows.Job job, Act act, JobView.Standing standing, Instant now) throws SQLException {
        return switch (act) {
            case RETRY, RELEASE -> again(job, act, standing, now);
            case KILL -> kill(job, now);
            case REDACT -> redact(job);
            case CONFIRM -> end(job, standing.state(), Kind.DONE, Detail.of(act.name(), ""), now);
            case CANCEL -> cancel(job, standing.state(), now);
            case SKIP, DISCARD -> end(job, standing.state(), Kind.CANCELLED, Detail.of(act.name(), ""), now);
        };
    }

    /** What runs is asked to end, and what is in doubt is asked about first. */
    private boolean cancel(Rows.Job job, JobState state, Instant now) throws SQLException {
        boolean asked = on.update(OperatorSql.CANCEL_WANTED, "id", job.id().value()) > 0
                || on.update(OperatorSql.CANCEL_WANTED_IN_DOUBT, "id", job.id().value()) > 0;
        boolean wasRunning = state == JobState.RUNNING;
        boolean isRunning = asked && places.running(job.id()).isPresent();
        if (asked) {
            return wasRunning == isRunning;
        }
        return !wasRunning && end(job, state, Kind.CANCELLED, Detail.of(Act.CANCEL.name(), ""), now);
    }

    /** With all its attempts; what was in doubt stays so, unless somebody knows better. */
    private boolean again(Rows.Job job, Act act, JobView.Standing standing, Instant now) throws SQLException {
        Optional<Rows.Flags> pending = places.pending(job.id()).map(Rows.Pending::flags);
        Optional<Rows.Flags> parked = places.parked(job.id()).map(row -> new Rows.Flags(false, row.doubt()));
        Rows.Flags before = pending.or(() -> parked).orElse(Rows.Flags.NONE);
        if (!leave(job.id(), standing.state())) {
            return false;
        }
        var moving = new Moving(on, keys, lanes);
        moving.archive(job.place(), Kind.RETRIED, Detail.of(act.name(), ""), now);
        var afresh = Rows.Pending.fresh(new Tally(standing.tally().attempts(), 0, 0), now);
        moving.toPending(job.place(), afresh.with(act == Act.RELEASE ? Rows.Flags.NONE : before));
        moving.write();
        return true;
    }

    /** Takes it away from where it stood; false if it has gone. */
    private boolean leave(JobId job, JobState from) throws SQLException {
        String sql = from.isParked() ? OperatorSql.PARKED_DELETE : OperatorSql.PENDING_DELETE;
        return on.update(sql, "id", job.value()) > 0;
    }

    /** What must not be repeated blindly is held: its handler may be in the middle of it. */
    private boolean kill(Rows.Job job, Instant now) throws SQLException {
        Optional<Rows.Running> found = places.running(job.id());
        if (found.isEmpty()) {
            return false;
        }
        long fence = found.get().grip().fence();
        if (on.update(OperatorSql.RUNNING_DELETE, "id", job.id().value(), "fence", fence) == 0) {
            return false;
        }
        Rows.Running row = found.get();
        var moving = new Moving(on, keys, lanes);
        moving.archive(row, Kind.KILLED, Detail.of(Act.KILL.name(), ""), now);
        if (row.terms().crash() == CrashPolicy.RERUN) {
            moving.archive(job.place(), Kind.CANCELLED, Detail.of(Act.KILL.name(), ""), now);
            moving.toEnd(job.place());
        } else {
            new Endings(moving, now).park(row, row.tally(), JobState.HELD);
        }
        moving.write();
        return true;
    }

    private boolean redact(Rows.Job job) throws SQLException {
        Payload blank = job.payload().redacted();
        on.update(OperatorSql.REDACT, "id", job.id().value(), "payload", blank.json(), "label", blank.label());
        on.update(FinishSql.CHECKPOINTS_DELETE, "ids", Values.ids(List.of(job.id())));
        return true;
    }

    private boolean end(Rows.Job job, JobState from, Kind kind, Detail detail, Instant now) throws SQLException {
        if (!leave(job.id(), from)) {
            return false;
        }
        var moving = new Moving(on, keys, lanes);
        moving.archive(job.place(), kind, detail, now);
        moving.toEnd(job.place());
        moving.write();
        return true;
    }

    private CommandResult replace(Replace command, Instant now) throws SQLException {
        Optional<Rows.Job> found = lock(command.job());
        if (found.isEmpty()) {
            return new CommandResult.NotFound();
        }
        for (int look = 0; look < LOOKS; look++) {
            Optional<CommandResult> result = tryReplace(command, found.get(), now);
            if (result.isPresent()) {
                return result.get();
            }
        }
        throw new SQLException("the job moved again and again", "40001");
    }

    private Optional<CommandResult> tryReplace(Replace command, Rows.Job job, Instant now) throws SQLException {
        JobState state = standing(job.id(), now).state();
        if (state.after(JobState.Command.REPLACE).isEmpty()) {
            return Optional.of(new CommandResult.WrongState(state));
        }
        Optional<Rows.Pending> pending = places.pending(job.id());
        if (pending.filter(row -> row.flags().inDoubt()).isPresent()) {
            return Optional.of(new CommandResult.InDoubt());
        }
        Optional<JobId> taken = keys.tiedTo(job);
        if (taken.isPresent()) {
            return Optional.of(new CommandResult.KeyTaken(taken.get()));
        }
        Instant dueAt =
                pending.filter(row -> !row.retrying()).map(Rows.Pending::dueAt).orElse(now);
        Optional<Rows.Key> key = Keys.active(job);
        if (key.isPresent() && !keys.handOver(key.get(), job.id(), command.replacement())) {
            return Optional.empty();
        }
        var replaced = Detail.of(command.act(), "by " + command.replacement());
        if (!end(job, state, Kind.CANCELLED, replaced, now)) {
            throw new SQLException("the job was taken while it was replaced", "40001");
        }
        putInItsPlace(job, command, dueAt, now);
        return Optional.of(applied(command, state.toString(), "replaced by " + command.replacement(), now));
    }

    /** An ACTIVE key has gone over; a FOREVER key goes on answering for the one it was given to. */
    private void putInItsPlace(Rows.Job job, Replace command, Instant dueAt, Instant now) throws SQLException {
        var route = new Route(job.route().queue(), job.route().type(), command.version());
        var replacement = new NewJob(
                command.replacement(),
                route,
                command.payload(),
                new Urgency(job.priority(), dueAt),
                job.turn().map(Turn::lane),
                Keys.active(job).map(held -> new KeyRequest(held.scope(), held.key(), false)));
        inserting.replace(replacement, job.id(), now);
    }

    private CommandResult applied(OperatorCommand command, String before, String after, Instant now)
            throws SQLException {
        on.update(
                OperatorSql.ACTION_INSERT,
                "act",
                command.act(),
                "target",
                command.target(),
                "who",
                command.by().who(),
                "why",
                command.by().why(),
                "before",
                before,
                "after",
                after,
                "now",
                Values.micros(now));
        return new CommandResult.Applied(before, after);
    }
}
