package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.CommandResult;
import dev.baton.store.Cursor;
import dev.baton.store.EvidenceLog;
import dev.baton.store.JobView;
import dev.baton.store.KeyRequest;
import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.OperatorCommand.OnSchedule;
import dev.baton.store.OperatorCommand.Replace;
import dev.baton.store.OperatorCommand.ResetCursor;
import dev.baton.store.OperatorCommand.Restored;
import dev.baton.store.OperatorCommand.TurnOff;
import dev.baton.store.OperatorCommand.TurnOn;
import dev.baton.store.ScheduleStore;
import dev.baton.store.Switch;
import dev.baton.store.Urgency;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Does what operators ask, and keeps a record of it in the same transaction. What is done to jobs that neither a lane nor a key
 * binds to others is written together.
 */
final class Commanding {

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final Inserting inserting;
    private final Cursors cursors;
    private final Schedules schedules;
    private final Targets targets;
    private final JobCommands onJobs;
    private final List<Done> actions = new ArrayList<>();
    private final Set<String> locked = new HashSet<>();
    private boolean rehearsing;

    /** What was done, and whether there is to be evidence of it. */
    private record Done(ActionView action, boolean witnessed) {}

    Commanding(Session on, Verbs with, Lanes lanes) {
        this.on = on;
        this.keys = with.keys;
        this.lanes = lanes;
        this.inserting = with.inserting;
        this.cursors = with.cursors;
        this.schedules = with.schedules;
        this.targets = new Targets(on, with.places);
        this.onJobs = new JobCommands(on, keys, lanes, with.places, targets);
    }

    List<CommandResult> command(List<OperatorCommand> commands, Instant now) throws SQLException {
        targets.lock(
                commands.stream()
                        .flatMap(command -> command instanceof OnJob onJob ? Stream.of(onJob.job()) : Stream.empty())
                        .distinct()
                        .toList(),
                now);
        var answers = new ArrayList<CommandResult>();
        for (OperatorCommand command : commands) {
            answers.add(command(command, now));
        }
        onJobs.write();
        writeActions();
        return answers;
    }

    private CommandResult command(OperatorCommand command, Instant now) throws SQLException {
        if (command instanceof OnJob onJob) {
            CommandResult result = onJobs.command(onJob, now);
            return result instanceof CommandResult.Applied applied
                    ? applied(command, applied.before(), applied.after(), now)
                    : result;
        }
        onJobs.write();
        if (command instanceof Replace replace) {
            return replace(replace, now);
        } else if (command instanceof ResetCursor reset) {
            return reset(reset, now);
        } else if (command instanceof OnSchedule onSchedule) {
            Optional<String> before = schedules.command(onSchedule);
            return before.isEmpty()
                    ? new CommandResult.NotFound()
                    : applied(command, before.get(), onSchedule.what().after(), now);
        } else if (command instanceof Restored) {
            return restored(command, now);
        } else if (command instanceof TurnOff turnOff) {
            return turn(turnOff.which(), true, command, now);
        }
        return turn(((TurnOn) command).which(), false, command, now);
    }

    /** The same, and nothing of it stays; a sequence would not go back with the transaction. */
    List<CommandResult> rehearse(List<OperatorCommand> commands, Instant now) throws SQLException {
        rehearsing = true;
        return command(commands, now);
    }

    private CommandResult restored(OperatorCommand command, Instant now) throws SQLException {
        long last = on.first(rehearsing ? HistorySql.LAST : HistorySql.JUMP, row -> row.number("fence"))
                .orElseThrow();
        long before = rehearsing ? last : last - Restored.RAISED;
        return applied(command, String.valueOf(before), String.valueOf(before + Restored.RAISED), now);
    }

    private CommandResult reset(ResetCursor command, Instant now) throws SQLException {
        Optional<Cursor> was = cursors.reset(command.name(), command.to(), now);
        return was.isEmpty()
                ? new CommandResult.NotFound()
                : applied(command, ResetCursor.shown(was.get().position()), ResetCursor.shown(command.to()), now);
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
            if (!off) {
                lanes.takeUp(which.name());
            }
        }
        boolean wasOff = off == (changed == 0);
        return applied(command, wasOff ? "off" : "on", off ? "off" : "on", now);
    }

    private CommandResult replace(Replace command, Instant now) throws SQLException {
        Optional<Rows.Job> found = targets.job(command.job(), now);
        if (found.isEmpty()) {
            return new CommandResult.NotFound();
        }
        for (int look = 0; look < JobCommands.LOOKS; look++) {
            Optional<CommandResult> result = tryReplace(command, found.get(), now);
            if (result.isPresent()) {
                return result.get();
            }
        }
        throw new CollisionException("the job moved again and again");
    }

    private Optional<CommandResult> tryReplace(Replace command, Rows.Job job, Instant now) throws SQLException {
        JobView.Standing standing = targets.look(job, now);
        JobState state = standing.state();
        if (state.after(JobState.Command.REPLACE).isEmpty()) {
            return Optional.of(new CommandResult.WrongState(state));
        }
        Optional<Rows.Pending> pending = onJobs.pending(job);
        if (pending.filter(row -> row.flags().inDoubt()).isPresent()) {
            return Optional.of(new CommandResult.InDoubt());
        }
        Optional<JobId> taken = keys.tiedTo(job);
        if (taken.isPresent()) {
            return Optional.of(new CommandResult.KeyTaken(taken.get()));
        }
        if (waitsForProducers(job)) {
            return Optional.empty();
        }
        Instant dueAt =
                pending.filter(row -> !row.retrying()).map(Rows.Pending::dueAt).orElse(now);
        Optional<Rows.Key> key = Keys.active(job);
        if (key.isPresent() && !keys.handOver(key.get(), job.id(), command.replacement())) {
            return Optional.empty();
        }
        var replaced = Detail.replacedBy(command.replacement());
        if (!onJobs.end(job, state, Kind.CANCELLED, replaced, now)) {
            throw new CollisionException("the job was taken while it was replaced");
        }
        onJobs.write();
        putInItsPlace(job, standing.inLane(), command, dueAt, now);
        return Optional.of(applied(command, state.toString(), "replaced by " + command.replacement(), now));
    }

    /**
     * The replacement goes to the end of the lane. Its producers are waited for before anything is held that others need; true if it
     * was done now, so that the job may have moved meanwhile.
     */
    private boolean waitsForProducers(Rows.Job job) throws SQLException {
        boolean now = job.number().isPresent() && locked.add(job.number().get().lane());
        if (now) {
            lanes.lock(Lanes.of(List.of(job.number())));
        }
        return now;
    }

    /** An ACTIVE key has gone over; a FOREVER key goes on answering for the one it was given to. */
    private void putInItsPlace(Rows.Job job, boolean inLane, Replace command, Instant dueAt, Instant now)
            throws SQLException {
        var route = job.route().inVersion(command.version());
        var replacement = new NewJob(
                        command.replacement(),
                        route,
                        command.payload(),
                        new Urgency(job.priority(), dueAt),
                        job.number().map(Turn::lane),
                        Keys.active(job).map(held -> new KeyRequest(held.scope(), held.key(), false)))
                .numberedOnly(!inLane)
                .with(new NewJob.Care(job.ties().witnessed(), Optional.empty()));
        inserting.replace(replacement, job.id(), now);
    }

    private CommandResult applied(OperatorCommand command, String before, String after, Instant now)
            throws SQLException {
        var action = new ActionView(command.act(), command.target(), command.by(), before, after, now);
        actions.add(new Done(action, isWitnessed(command, now)));
        return new CommandResult.Applied(before, after);
    }

    /** What is done to a witnessed job, and to what can stop one. */
    private boolean isWitnessed(OperatorCommand command, Instant now) throws SQLException {
        Optional<JobId> about = command.about();
        return about.isPresent()
                ? targets.job(about.get(), now)
                        .filter(job -> job.ties().witnessed())
                        .isPresent()
                : command.aboutSwitch();
    }

    /** False if there is no such entry. */
    boolean pruneEvidence(String chain, long upTo, OperatorCommand.By by, Instant now) throws SQLException {
        boolean pruned = on.first(EvidenceSql.PRUNE, row -> row.flag("pruned"), "chain", chain, "number", upTo)
                .orElseThrow();
        if (pruned) {
            actions.add(new Done(new ActionView(EvidenceLog.PRUNED, chain, by, "", "#" + upTo, now), true));
            writeActions();
        }
        return pruned;
    }

    /** False if there is no such limit. */
    boolean changeLimit(Limit to, OperatorCommand.By by, Instant now) throws SQLException {
        Optional<Limit> before = new Limits(on).change(to, now);
        if (before.isPresent()) {
            String was = before.get().toString();
            actions.add(new Done(new ActionView(LimitBook.CHANGED, to.named(), by, was, to.toString(), now), false));
            writeActions();
        }
        return before.isPresent();
    }

    /** Somebody had a schedule fired. */
    void recordRun(ScheduleStore.Firing firing, JobId job, Instant now) throws SQLException {
        var action = new ActionView(
                ScheduleStore.RUN,
                OnSchedule.targetOf(firing.name()),
                firing.by().orElseThrow(),
                "",
                job.toString(),
                now);
        actions.add(new Done(action, false));
        writeActions();
    }

    private void writeActions() throws SQLException {
        if (!actions.isEmpty()) {
            AtCommit.COMMAND.due();
            record Written(long record, boolean witnessed) {}
            on
                    .query(
                            OperatorSql.ACTIONS_INSERT,
                            row -> new Written(row.number("seq"), row.flag("witnessed")),
                            "acts",
                            Values.texts(actions, done -> done.action().act()),
                            "targets",
                            Values.texts(actions, done -> done.action().target()),
                            "whos",
                            Values.texts(actions, done -> done.action().by().who()),
                            "whys",
                            Values.texts(actions, done -> done.action().by().why()),
                            "befores",
                            Values.texts(actions, done -> done.action().before()),
                            "afters",
                            Values.texts(actions, done -> done.action().after()),
                            "times",
                            Values.numbers(
                                    actions, done -> Values.micros(done.action().at())),
                            "witnesseds",
                            Values.flags(actions, Done::witnessed))
                    .stream()
                    .filter(Written::witnessed)
                    .forEach(written -> on.witness(new Witnessed(Optional.empty(), written.record())));
            actions.clear();
        }
    }
}
