package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.CommandResult;
import dev.baton.store.Cursor;
import dev.baton.store.EvidenceLog;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.KeyRequest;
import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.OperatorCommand.OnSchedule;
import dev.baton.store.OperatorCommand.Replace;
import dev.baton.store.OperatorCommand.ResetCursor;
import dev.baton.store.OperatorCommand.Restored;
import dev.baton.store.OperatorCommand.TurnOff;
import dev.baton.store.OperatorCommand.TurnOn;
import dev.baton.store.Payload;
import dev.baton.store.ScheduleStore;
import dev.baton.store.Switch;
import dev.baton.store.Urgency;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does what operators ask, and keeps a record of it in the same transaction. */
final class Commanding {

    private final Jdbc jdbc;
    private final Archive archive;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;
    private final Inserting inserting;
    private final Finishing finishing;
    private final Cursors cursors;
    private final Schedules schedules;
    private final Witnessing witnessing;
    private final Limits limits;

    Commanding(Verbs on) {
        this.jdbc = on.jdbc;
        this.archive = on.archive;
        this.keys = on.keys;
        this.lanes = on.lanes;
        this.places = on.places;
        this.inserting = on.inserting;
        this.finishing = on.finishing;
        this.cursors = on.cursors;
        this.schedules = on.schedules;
        this.witnessing = on.witnessing;
        this.limits = on.limits;
    }

    List<CommandResult> command(List<OperatorCommand> commands, Instant now) throws SQLException {
        var answers = new ArrayList<CommandResult>();
        for (OperatorCommand command : commands) {
            answers.add(command(command, now));
        }
        return answers;
    }

    /** All of it, to see what comes of it; and then it is taken back. */
    List<CommandResult> rehearse(List<OperatorCommand> commands, Instant now) throws SQLException {
        jdbc.execute("SAVEPOINT baton_rehearsal");
        try {
            return command(commands, now);
        } finally {
            jdbc.execute("ROLLBACK TO baton_rehearsal");
            jdbc.execute("RELEASE baton_rehearsal");
        }
    }

    private CommandResult command(OperatorCommand command, Instant now) throws SQLException {
        if (command instanceof OnJob onJob) {
            return onJob(onJob, now);
        } else if (command instanceof Replace replace) {
            return replace(replace, now);
        } else if (command instanceof ResetCursor reset) {
            return reset(reset, now);
        } else if (command instanceof OnSchedule onSchedule) {
            Optional<String> before = schedules.command(onSchedule);
            return before.isEmpty()
                    ? new CommandResult.NotFound()
                    : applied(command, before.get(), onSchedule.what().after(), now);
        } else if (command instanceof Restored) {
            long last = jdbc.query(RestoredSql.RAISE, row -> row.number("last"), "by", Restored.RAISED)
                    .get(0);
            return applied(command, String.valueOf(last - Restored.RAISED), String.valueOf(last), now);
        } else if (command instanceof TurnOff turnOff) {
            return turn(turnOff.which(), true, command, now);
        }
        return turn(((TurnOn) command).which(), false, command, now);
    }

    private CommandResult reset(ResetCursor command, Instant now) throws SQLException {
        Optional<Cursor> was = cursors.reset(command.name(), command.to(), now);
        return was.isEmpty()
                ? new CommandResult.NotFound()
                : applied(command, ResetCursor.shown(was.get().position()), ResetCursor.shown(command.to()), now);
    }

    private CommandResult turn(Switch which, boolean off, OperatorCommand command, Instant now) throws SQLException {
        int changed = jdbc.update(
                off ? SqliteSql.SWITCH_OFF : SqliteSql.SWITCH_ON,
                "kind",
                which.kind().name(),
                "name",
                which.name());
        if (which.kind() == Switch.Kind.LANE) {
            lanes.settle(which.name());
            if (!off) {
                lanes.takeUp(which.name());
            }
        }
        boolean wasOff = off == (changed == 0);
        return applied(command, wasOff ? "off" : "on", off ? "off" : "on", now);
    }

    private CommandResult onJob(OnJob command, Instant now) throws SQLException {
        Optional<Rows.Job> found = places.find(command.job());
        if (found.isEmpty()) {
            return new CommandResult.NotFound();
        }
        Rows.Job job = found.get();
        JobView.Standing standing = places.standing(job.id(), now);
        if (command.what() == Act.SKIP && job.number().isEmpty()) {
            return new CommandResult.NotInLane();
        } else if (standing.state().after(command.what().command()).isEmpty()) {
            return new CommandResult.WrongState(standing.state());
        } else if (command.what() == Act.RETRY && isForPeopleToFindOut(job.id())) {
            return new CommandResult.InDoubt();
        }
        boolean again = command.what() == Act.RETRY || command.what() == Act.RELEASE;
        Optional<JobId> taken = again ? keys.takeBack(job) : Optional.empty();
        if (taken.isPresent()) {
            return new CommandResult.KeyTaken(taken.get());
        }
        act(job, command.what(), standing, now);
        String after = places.state(job.id(), now).toString();
        return applied(command, standing.state().toString(), after, now);
    }

    private boolean isForPeopleToFindOut(JobId job) throws SQLException {
        return places.parked(job)
                .filter(row -> row.held() && row.crash() == CrashPolicy.HOLD)
                .isPresent();
    }

    private void act(Rows.Job job, Act act, JobView.Standing standing, Instant now) throws SQLException {
        switch (act) {
            case RETRY, RELEASE -> again(job, act, standing, now);
            case KILL -> kill(job, now);
            case REDACT -> redact(job);
            case CONFIRM -> end(job.id(), job.number(), Kind.DONE, Detail.of(act.name(), ""), now);
            case CANCEL -> cancel(job, now);
            case SKIP, DISCARD -> end(job.id(), job.number(), Kind.CANCELLED, Detail.of(act.name(), ""), now);
        }
    }

    /** What runs is asked to end, and what is in doubt is asked about first. */
    private void cancel(Rows.Job job, Instant now) throws SQLException {
        boolean asked = jdbc.update(SqliteSql.CANCEL_WANTED, "id", Values.bytes(job.id())) > 0
                || jdbc.update(SqliteSql.CANCEL_WANTED_IN_DOUBT, "id", Values.bytes(job.id())) > 0;
        if (!asked) {
            end(job.id(), job.number(), Kind.CANCELLED, Detail.of(Act.CANCEL.name(), ""), now);
        }
    }

    /** With all its attempts; what was in doubt stays so, unless somebody knows better. */
    private void again(Rows.Job job, Act act, JobView.Standing standing, Instant now) throws SQLException {
        Optional<Rows.Flags> pending = places.pending(job.id()).map(Rows.Pending::flags);
        Optional<Rows.Flags> parked = places.parked(job.id()).map(row -> new Rows.Flags(false, row.doubt()));
        Rows.Flags before = pending.or(() -> parked).orElse(Rows.Flags.NONE);
        archive.add(job.id(), Kind.RETRIED, Detail.of(act.name(), ""), now);
        var afresh = Rows.Pending.fresh(new Tally(standing.tally().attempts(), 0, 0), now);
        Optional<Turn> turn = job.number().filter(number -> standing.inLane());
        places.leave(job.id());
        places.toPending(job.id(), turn, afresh.with(act == Act.RELEASE ? Rows.Flags.NONE : before));
    }

    /** What must not be repeated blindly is held: its handler may be in the middle of it. */
    private void kill(Rows.Job job, Instant now) throws SQLException {
        Rows.Running row = places.running(job.id()).orElseThrow();
        archive.add(job.id(), row, Kind.KILLED, Detail.of(Act.KILL.name(), ""), now);
        if (row.terms().crash() == CrashPolicy.RERUN) {
            end(job.id(), job.number(), Kind.CANCELLED, Detail.of(Act.KILL.name(), ""), now);
        } else {
            places.leave(job.id());
            finishing.park(job.id(), row, row.tally(), JobState.HELD);
        }
    }

    private void redact(Rows.Job job) throws SQLException {
        Payload blank = job.payload().redacted();
        jdbc.execute("PRAGMA secure_delete = ON"); // what is freed is overwritten
        byte[] id = Values.bytes(job.id());
        jdbc.update(SqliteSql.REDACT, "id", id, "payload", blank.json(), "label", blank.label());
        jdbc.update(SqliteSql.CHECKPOINT_DELETE, "job", id);
        jdbc.execute("PRAGMA secure_delete = OFF");
    }

    private void end(JobId job, Optional<Turn> turn, Kind kind, Detail detail, Instant now) throws SQLException {
        places.leave(job);
        places.toEnd(job, turn, AttemptView.withoutAttempt(kind, detail, now));
    }

    private CommandResult replace(Replace command, Instant now) throws SQLException {
        Optional<Rows.Job> found = places.find(command.job());
        if (found.isEmpty()) {
            return new CommandResult.NotFound();
        }
        Rows.Job job = found.get();
        JobView.Standing standing = places.standing(job.id(), now);
        JobState state = standing.state();
        if (state.after(JobState.Command.REPLACE).isEmpty()) {
            return new CommandResult.WrongState(state);
        }
        Optional<Rows.Pending> pending = places.pending(job.id());
        if (pending.filter(row -> row.flags().inDoubt()).isPresent()) {
            return new CommandResult.InDoubt();
        }
        Optional<JobId> taken = keys.tiedTo(job);
        if (taken.isPresent()) {
            return new CommandResult.KeyTaken(taken.get());
        }
        Instant dueAt =
                pending.filter(row -> !row.retrying()).map(Rows.Pending::dueAt).orElse(now);
        putInItsPlace(job, standing.inLane(), command, dueAt, now);
        return applied(command, state.toString(), "replaced by " + command.replacement(), now);
    }

    /** An ACTIVE key goes over; a FOREVER key goes on answering for the one it was given to. */
    private void putInItsPlace(Rows.Job job, boolean inLane, Replace command, Instant dueAt, Instant now)
            throws SQLException {
        Optional<Rows.Key> key = Keys.active(job);
        if (key.isPresent()) {
            keys.give(command.replacement(), key.get());
        }
        var replaced = Detail.replacedBy(command.replacement());
        end(job.id(), job.number(), Kind.CANCELLED, replaced, now);
        var route = job.route().inVersion(command.version());
        var replacement = new NewJob(
                        command.replacement(),
                        route,
                        command.payload(),
                        new Urgency(job.priority(), dueAt),
                        job.number().map(Turn::lane),
                        key.map(held -> new KeyRequest(held.scope(), held.key(), false)))
                .numberedOnly(!inLane)
                .with(new NewJob.Care(witnessing.isWitnessed(job.id()), Optional.empty()));
        if (inserting.replace(replacement, job.id(), now).isEmpty()) {
            throw new SQLException("there is a job with the id of the replacement, " + replacement.id());
        }
    }

    private CommandResult applied(OperatorCommand command, String before, String after, Instant now)
            throws SQLException {
        var action = new ActionView(command.act(), command.target(), command.by(), before, after, now);
        record(action, isWitnessed(command));
        AtCommit.COMMAND.due();
        return new CommandResult.Applied(before, after);
    }

    /** What is done to a witnessed job, and to what can stop one. */
    private boolean isWitnessed(OperatorCommand command) throws SQLException {
        return command.about().isPresent()
                ? witnessing.isWitnessed(command.about().get())
                : command.aboutSwitch();
    }

    private void record(ActionView action, boolean witnessed) throws SQLException {
        jdbc.update(
                SqliteSql.ACTION_INSERT,
                "act",
                action.act(),
                "target",
                action.target(),
                "who",
                action.by().who(),
                "why",
                action.by().why(),
                "before",
                action.before(),
                "after",
                action.after(),
                "now",
                Values.micros(action.at()),
                "witnessed",
                witnessed);
        if (witnessed) {
            witnessing.action(action);
        }
    }

    /** Somebody had a schedule fired. */
    void recordRun(ScheduleStore.Firing firing, JobId job, Instant now) throws SQLException {
        String target = OnSchedule.targetOf(firing.name());
        record(new ActionView(ScheduleStore.RUN, target, firing.by().orElseThrow(), "", job.toString(), now), false);
    }

    /** False if there is no such entry. */
    boolean pruneEvidence(String chain, long upTo, OperatorCommand.By by, Instant now) throws SQLException {
        boolean pruned = witnessing.prune(chain, upTo);
        if (pruned) {
            record(new ActionView(EvidenceLog.PRUNED, chain, by, "", "#" + upTo, now), true);
        }
        return pruned;
    }

    /** False if there is no such limit. */
    boolean changeLimit(Limit to, OperatorCommand.By by, Instant now) throws SQLException {
        Optional<Limit> before = limits.change(to, now);
        if (before.isPresent()) {
            record(
                    new ActionView(
                            LimitBook.CHANGED, to.named(), by, before.get().toString(), to.toString(), now),
                    false);
        }
        return before.isPresent();
    }
}
