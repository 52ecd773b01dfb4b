package dev.baton.sqlite;

import dev.baton.internal.jdbc.Row;
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
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.OperatorCommand.PauseQueue;
import dev.baton.store.OperatorCommand.ResumeQueue;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Does what operators ask, and keeps a record of it in the same transaction. */
final class Commanding {

    private static final String PAUSE = "PAUSE_QUEUE";
    private static final String RESUME = "RESUME_QUEUE";

    private final Jobs jobs;
    private final Claiming claiming;

    Commanding(Jobs jobs, Claiming claiming) {
        this.jobs = jobs;
        this.claiming = claiming;
    }

    CommandResult command(OperatorCommand command, Instant now) throws SQLException {
        if (command instanceof OnJob onJob) {
            return onJob(onJob, now);
        }
        boolean pause = command instanceof PauseQueue;
        String queue = pause ? ((PauseQueue) command).queue() : ((ResumeQueue) command).queue();
        String before = claiming.pausedQueues().contains(queue) ? "paused" : "open";
        jobs.jdbc.update(SqliteSql.QUEUE_PUT, "name", queue, "paused", pause);
        return applied(pause ? PAUSE : RESUME, queue, command.by(), new Change(before, pause ? "paused" : "open"), now);
    }

    List<ActionView> actions(int limit) throws SQLException {
        return jobs.jdbc.query(SqliteSql.ACTIONS, Commanding::action, "limit", limit);
    }

    private CommandResult onJob(OnJob command, Instant now) throws SQLException {
        Optional<Rows.Job> job = jobs.find(command.job());
        if (job.isEmpty()) {
            return new CommandResult.NotFound();
        }
        JobView.Standing standing = jobs.standing(command.job(), now);
        if (standing.state().after(command.act().command()).isEmpty()) {
            return new CommandResult.WrongState(standing.state());
        }
        Optional<JobId> taken = command.act() == Act.RETRY ? keyTakenFrom(job.get()) : Optional.empty();
        if (taken.isPresent()) {
            return new CommandResult.KeyTaken(taken.get());
        }
        act(command, standing, now);
        String after = jobs.standing(command.job(), now).state().toString();
        var change = new Change(standing.state().toString(), after);
        return applied(command.act().name(), command.job().toString(), command.by(), change, now);
    }

    private void act(OnJob command, JobView.Standing standing, Instant now) throws SQLException {
        JobId id = command.job();
        if (command.act() == Act.RETRY) {
            jobs.archive(id, new AttemptView(0, 0, Kind.RETRIED, Detail.NONE, now, now));
            var afresh = new Tally(standing.tally().attempts(), 0, 0);
            jobs.toPending(id, new Rows.Pending(afresh, now, true, false));
        } else if (standing.state() == JobState.RUNNING) {
            jobs.jdbc.update(SqliteSql.CANCEL_WANTED, "id", Values.bytes(id));
        } else {
            jobs.archive(id, new AttemptView(0, 0, Kind.CANCELLED, Detail.NONE, now, now));
            jobs.toEnd(id);
        }
    }

    /** Takes the key of a job that is to run again; answers who has it instead, if anybody. */
    private Optional<JobId> keyTakenFrom(Rows.Job job) throws SQLException {
        if (job.key().isEmpty()) {
            return Optional.empty();
        }
        Optional<JobId> holder = jobs.holder(job.key().get()).map(Rows.Holder::job);
        if (holder.isEmpty()) {
            jobs.putKey(job.key().get(), job.id(), Optional.empty());
        }
        return holder.filter(other -> !other.equals(job.id()));
    }

    private record Change(String before, String after) {}

    private CommandResult applied(String act, String target, OperatorCommand.By by, Change change, Instant now)
            throws SQLException {
        jobs.jdbc.update(
                SqliteSql.ACTION_INSERT,
                "act",
                act,
                "target",
                target,
                "who",
                by.who(),
                "why",
                by.why(),
                "before",
                change.before(),
                "after",
                change.after(),
                "now",
                Values.micros(now));
        return new CommandResult.Applied(change.before(), change.after());
    }

    private static ActionView action(Row row) throws SQLException {
        var by = new OperatorCommand.By(row.text("who"), row.text("why"));
        String target = row.text("target");
        OperatorCommand command = switch (row.text("act")) {
            case PAUSE -> new PauseQueue(target, by);
            case RESUME -> new ResumeQueue(target, by);
            default -> new OnJob(JobId.parse(target), Act.valueOf(row.text("act")), by);
        };
        return new ActionView(command, row.text("before"), row.text("after"), Values.instant(row.number("at")));
    }
}
