package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.CommandResult;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.OperatorCommand.PauseQueue;
import dev.baton.store.OperatorCommand.ResumeQueue;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.Optional;

/** Does what operators ask, and keeps a record of it. */
final class Commanding {

    private final Tables tables;
    private final Keys keys;
    private final Places places;

    Commanding(Tables tables, Keys keys, Places places) {
        this.tables = tables;
        this.keys = keys;
        this.places = places;
    }

    CommandResult command(OperatorCommand command, Instant now) {
        if (command instanceof OnJob onJob) {
            return onJob(onJob, now);
        }
        boolean pause = command instanceof PauseQueue;
        String queue = pause ? ((PauseQueue) command).queue() : ((ResumeQueue) command).queue();
        String before = tables.paused.containsKey(queue) ? "paused" : "open";
        tables.put(tables.paused, queue, pause ? true : null);
        return applied(command, before, pause ? "paused" : "open", now);
    }

    private CommandResult onJob(OnJob command, Instant now) {
        JobRow job = tables.jobs.get(command.job());
        if (job == null) {
            return new CommandResult.NotFound();
        }
        JobView.Standing standing = places.standing(job.id(), now);
        if (standing.state().after(command.act().command()).isEmpty()) {
            return new CommandResult.WrongState(standing.state());
        }
        if (command.act() == OperatorCommand.Act.RETRY) {
            Optional<JobId> taken = keys.takeBack(job);
            if (taken.isPresent()) {
                return new CommandResult.KeyTaken(taken.get());
            }
            archive(job.id(), Kind.RETRIED, now);
            var afresh = new Tally(standing.tally().attempts(), 0, 0);
            places.toPending(job.id(), new PendingRow(afresh, now, true, false));
        } else if (standing.state() == JobState.RUNNING) {
            askToCancel(job.id());
        } else {
            archive(job.id(), Kind.CANCELLED, now);
            places.toEnd(job.id());
        }
        String after = places.standing(job.id(), now).state().toString();
        return applied(command, standing.state().toString(), after, now);
    }

    private void askToCancel(JobId job) {
        RunningRow row = tables.running.get(job);
        if (row != null) {
            tables.put(
                    tables.running, job, new RunningRow(row.tally(), row.grip(), row.limits(), true, row.progress()));
        }
    }

    private void archive(JobId job, Kind kind, Instant now) {
        tables.addAttempt(job, new AttemptView(0, 0, kind, Detail.NONE, now, now));
    }

    private CommandResult applied(OperatorCommand command, String before, String after, Instant now) {
        tables.append(tables.actions, new ActionView(command, before, after, now));
        return new CommandResult.Applied(before, after);
    }
}
