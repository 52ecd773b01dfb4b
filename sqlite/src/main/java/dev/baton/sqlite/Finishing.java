package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Progress;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Ends attempts, guarded by their fences. */
final class Finishing {

    private final Jobs jobs;

    Finishing(Jobs jobs) {
        this.jobs = jobs;
    }

    void progress(Progress progress) throws SQLException {
        jobs.jdbc.update(
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

    Finished finish(Finish finish, Instant now) throws SQLException {
        Optional<Rows.Running> row =
                jobs.running(finish.id()).filter(running -> running.grip().fence() == finish.fence());
        if (row.isEmpty()) {
            boolean already = jobs.jdbc
                    .first(
                            SqliteSql.ATTEMPT_BY_OWNER,
                            any -> true,
                            "job",
                            Values.bytes(finish.id()),
                            "fence",
                            finish.fence())
                    .isPresent();
            return already
                    ? new Finished(Finished.Answer.ALREADY_RECORDED, state(finish.id(), now))
                    : new Finished(Finished.Answer.FENCED, Optional.empty());
        }
        end(finish.id(), row.get(), finish.ending(), now);
        return new Finished(Finished.Answer.RECORDED, state(finish.id(), now));
    }

    private Optional<JobState> state(JobId job, Instant now) throws SQLException {
        return Optional.of(jobs.standing(job, now).state());
    }

    private void end(JobId job, Rows.Running row, Ending ending, Instant now) throws SQLException {
        Tally tally = row.tally();
        var failed = new Tally(tally.attempts(), tally.failures() + 1, tally.lost());
        if (ending instanceof Ending.Done done) {
            jobs.archive(job, row, Kind.DONE, new Detail("", "", done.result()), now);
            jobs.toEnd(job);
        } else if (ending instanceof Ending.Dead dead) {
            jobs.archive(job, row, Kind.DEAD, Detail.of(dead.code(), dead.message()), now);
            jobs.toParked(job, new Rows.Parked(failed, false));
        } else if (ending instanceof Ending.Held held) {
            jobs.archive(job, row, Kind.HELD, Detail.of(held.code(), held.message()), now);
            jobs.toParked(job, new Rows.Parked(tally, true));
        } else if (ending instanceof Ending.Cancelled || row.cancelWanted()) {
            jobs.archive(job, row, Kind.CANCELLED, Detail.NONE, now);
            jobs.toEnd(job);
        } else if (ending instanceof Ending.Retry retry) {
            jobs.archive(job, row, Kind.FAILED, Detail.of(retry.code(), retry.message()), now);
            jobs.toPending(job, new Rows.Pending(failed, retry.dueAt(), true, true));
        } else if (ending instanceof Ending.Snooze snooze) {
            jobs.archive(job, row, Kind.SNOOZED, Detail.NONE, now);
            jobs.toPending(job, new Rows.Pending(tally, snooze.until(), true, false));
        } else if (ending instanceof Ending.Unstarted unstarted) {
            var before = new Tally(tally.attempts() - 1, tally.failures(), tally.lost());
            jobs.toPending(job, new Rows.Pending(before, unstarted.dueAt(), true, false));
        } else {
            jobs.archive(job, row, Kind.RELEASED, Detail.NONE, now);
            jobs.toPending(job, new Rows.Pending(tally, now, true, false));
        }
    }
}
