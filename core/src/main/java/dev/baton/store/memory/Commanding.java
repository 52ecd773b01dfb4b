package dev.baton.store.memory;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.CommandResult;
import dev.baton.store.Cursor;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
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
import dev.baton.store.Switch;
import dev.baton.store.Urgency;
import dev.baton.store.memory.Tables.Flags;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Does what operators ask, and keeps a record of it. */
final class Commanding {

    private final Tables tables;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;
    private final Inserting inserting;
    private final Finishing finishing;

    Commanding(Tables tables, Keys keys, Lanes lanes, Places places, Inserting inserting, Finishing finishing) {
        this.tables = tables;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
        this.inserting = inserting;
        this.finishing = finishing;
    }

    CommandResult command(OperatorCommand command, Instant now) {
        if (command instanceof OnJob onJob) {
            return onJob(onJob, now);
        } else if (command instanceof Replace replace) {
            return replace(replace, now);
        } else if (command instanceof ResetCursor reset) {
            return reset(reset, now);
        } else if (command instanceof OnSchedule onSchedule) {
            return onSchedule(onSchedule, now);
        } else if (command instanceof Restored) {
            long last = tables.raiseFences(Restored.RAISED);
            return applied(command, String.valueOf(last - Restored.RAISED), String.valueOf(last), now);
        } else if (command instanceof TurnOff turnOff) {
            return turn(turnOff.which(), true, command, now);
        }
        return turn(((TurnOn) command).which(), false, command, now);
    }

    private CommandResult reset(ResetCursor command, Instant now) {
        Cursor was = tables.cursors.get(command.name());
        if (was == null) {
            return new CommandResult.NotFound();
        }
        tables.put(
                tables.cursors,
                was.name(),
                new Cursor(was.name(), command.to(), Optional.empty(), was.fence() + 1, now));
        return applied(command, ResetCursor.shown(was.position()), ResetCursor.shown(command.to()), now);
    }

    private CommandResult onSchedule(OnSchedule command, Instant now) {
        Optional<String> before = MemorySchedules.command(tables, command);
        return before.isEmpty()
                ? new CommandResult.NotFound()
                : applied(command, before.get(), command.what().after(), now);
    }

    private CommandResult turn(Switch which, boolean off, OperatorCommand command, Instant now) {
        String before = tables.off.containsKey(which) ? "off" : "on";
        tables.put(tables.off, which, off ? true : null);
        if (which.kind() == Switch.Kind.LANE) {
            lanes.settle(which.name());
            if (!off) {
                lanes.takeUp(which.name());
            }
        }
        return applied(command, before, off ? "off" : "on", now);
    }

    private CommandResult onJob(OnJob command, Instant now) {
        JobRow job = tables.jobs.get(command.job());
        if (job == null) {
            return new CommandResult.NotFound();
        }
        JobView.Standing standing = places.standing(job.id(), now);
        if (command.what() == Act.SKIP && job.ties().number().isEmpty()) {
            return new CommandResult.NotInLane();
        } else if (standing.state().after(command.what().command()).isEmpty()) {
            return new CommandResult.WrongState(standing.state());
        }
        ParkedRow parked = tables.parked.get(job.id());
        boolean nobodyKnows = parked != null && parked.held() && parked.crash() == CrashPolicy.HOLD;
        if (command.what() == Act.RETRY && nobodyKnows) {
            return new CommandResult.InDoubt();
        }
        boolean again = command.what() == Act.RETRY || command.what() == Act.RELEASE;
        Optional<JobId> taken = again ? keys.takeBack(job) : Optional.empty();
        if (taken.isPresent()) {
            return new CommandResult.KeyTaken(taken.get());
        }
        act(job, command.what(), standing, now);
        String after = places.standing(job.id(), now).state().toString();
        return applied(command, standing.state().toString(), after, now);
    }

    private void act(JobRow job, Act act, JobView.Standing standing, Instant now) {
        switch (act) {
            case RETRY, RELEASE -> again(job.id(), act, standing, now);
            case KILL -> kill(job.id(), now);
            case REDACT -> redact(job);
            case CONFIRM -> end(job.id(), Kind.DONE, act.name(), now);
            case CANCEL -> cancel(job.id(), now);
            case SKIP, DISCARD -> end(job.id(), Kind.CANCELLED, act.name(), now);
        }
    }

    /** What runs is asked to end, and what is in doubt is asked about first. */
    private void cancel(JobId job, Instant now) {
        RunningRow running = tables.running.get(job);
        PendingRow pending = tables.pending.get(job);
        if (running != null) {
            tables.put(tables.running, job, running.with(running.flags().wantedCancelled()));
        } else if (pending != null && pending.flags().inDoubt()) {
            tables.put(tables.pending, job, pending.with(pending.flags().wantedCancelled()));
        } else {
            end(job, Kind.CANCELLED, Act.CANCEL.name(), now);
        }
    }

    /** With all its attempts; what was in doubt stays so, unless somebody knows better. */
    private void again(JobId job, Act act, JobView.Standing standing, Instant now) {
        PendingRow pending = tables.pending.get(job);
        ParkedRow parked = tables.parked.get(job);
        Flags before = pending != null
                ? pending.flags()
                : new Flags(false, Objects.requireNonNull(parked).doubt());
        archive(job, Kind.RETRIED, Detail.of(act.name(), ""), now);
        var afresh = new Tally(standing.tally().attempts(), 0, 0);
        places.toPending(job, PendingRow.fresh(afresh, now).with(act == Act.RELEASE ? Flags.NONE : before));
    }

    /** What must not be repeated blindly is held: its handler may be in the middle of it. */
    private void kill(JobId job, Instant now) {
        RunningRow row = Objects.requireNonNull(tables.running.get(job));
        finishing.archive(job, row, Kind.KILLED, Detail.of(Act.KILL.name(), ""), now);
        if (row.terms().crash() == CrashPolicy.RERUN) {
            end(job, Kind.CANCELLED, Act.KILL.name(), now);
        } else {
            finishing.park(job, row, row.tally(), JobState.HELD);
        }
    }

    private void redact(JobRow job) {
        var blank = new JobRow(
                job.id(), job.route(), job.payload().redacted(), job.priority(), job.createdAt(), job.ties());
        tables.put(tables.jobs, job.id(), blank);
        tables.put(tables.checkpoints, job.id(), null);
    }

    private void end(JobId job, Kind kind, String code, Instant now) {
        archive(job, kind, Detail.of(code, ""), now);
        places.toEnd(job);
    }

    private CommandResult replace(Replace command, Instant now) {
        JobRow job = tables.jobs.get(command.job());
        if (job == null) {
            return new CommandResult.NotFound();
        }
        JobState state = places.standing(job.id(), now).state();
        if (state.after(JobState.Command.REPLACE).isEmpty()) {
            return new CommandResult.WrongState(state);
        }
        PendingRow pending = tables.pending.get(job.id());
        if (pending != null && pending.flags().inDoubt()) {
            return new CommandResult.InDoubt();
        }
        Optional<JobId> taken = keys.tiedTo(job);
        if (taken.isPresent()) {
            return new CommandResult.KeyTaken(taken.get());
        }
        putInItsPlace(job, command, now);
        return applied(command, state.toString(), "replaced by " + command.replacement(), now);
    }

    private void putInItsPlace(JobRow job, Replace command, Instant now) {
        PendingRow pending = tables.pending.get(job.id());
        Instant dueAt = pending == null || pending.retrying() ? now : pending.dueAt();
        keys.handOver(job.id(), command.replacement());
        archive(job.id(), Kind.CANCELLED, Detail.replacedBy(command.replacement()), now);
        places.toEnd(job.id());
        var route = job.route().inVersion(command.version());
        var urgency = new Urgency(job.priority(), dueAt);
        var replacement = new NewJob(
                        command.replacement(), route, command.payload(), urgency, job.lane(), Optional.empty())
                .numberedOnly(job.ties().numberedOnly())
                .with(new NewJob.Care(job.ties().witnessed(), Optional.empty()));
        inserting.put(replacement, Optional.of(job.id()), false, now);
    }

    private void archive(JobId job, Kind kind, Detail detail, Instant now) {
        tables.addAttempt(job, AttemptView.withoutAttempt(kind, detail, now));
    }

    private CommandResult applied(OperatorCommand command, String before, String after, Instant now) {
        var action = new ActionView(command.act(), command.target(), command.by(), before, after, now);
        tables.append(tables.actions, action);
        if (command.about().isPresent() || command.aboutSwitch()) {
            tables.chains.witness(action, command.about().orElse(null));
        }
        return new CommandResult.Applied(before, after);
    }
}
