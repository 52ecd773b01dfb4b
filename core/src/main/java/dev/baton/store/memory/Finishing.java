package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobView.Tally;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ends attempts, guarded by their fences. */
final class Finishing {

    private final Tables tables;
    private final Places places;

    Finishing(Tables tables, Places places) {
        this.tables = tables;
        this.places = places;
    }

    Finished finish(Finish finish, Instant now) {
        RunningRow row = owned(finish.id(), finish.fence());
        if (row == null) {
            boolean already = tables.attempts(finish.id()).stream()
                    .anyMatch(ended -> ended.fence() == finish.fence() && ended.kind() != Kind.ORPHANED);
            return already
                    ? new Finished(Finished.Answer.ALREADY_RECORDED, state(finish.id(), now))
                    : new Finished(Finished.Answer.FENCED, Optional.empty());
        }
        end(finish.id(), row, finish.ending(), now);
        return new Finished(Finished.Answer.RECORDED, state(finish.id(), now));
    }

    @Nullable
    RunningRow owned(JobId job, long fence) {
        RunningRow row = tables.running.get(job);
        return row != null && row.grip().fence() == fence ? row : null;
    }

    private Optional<JobState> state(JobId job, Instant now) {
        return Optional.of(places.standing(job, now).state());
    }

    private void end(JobId job, RunningRow row, Ending ending, Instant now) {
        Tally tally = row.tally();
        if (ending instanceof Ending.Done done) {
            archive(job, row, Kind.DONE, new Detail("", "", done.result()), now);
            places.toEnd(job);
        } else if (ending instanceof Ending.Dead dead) {
            archive(job, row, Kind.DEAD, Detail.of(dead.code(), dead.message()), now);
            places.toParked(job, new ParkedRow(failed(tally), false));
        } else if (ending instanceof Ending.Held held) {
            archive(job, row, Kind.HELD, Detail.of(held.code(), held.message()), now);
            places.toParked(job, new ParkedRow(tally, true));
        } else if (ending instanceof Ending.Cancelled || row.cancelWanted()) {
            archive(job, row, Kind.CANCELLED, Detail.NONE, now);
            places.toEnd(job);
        } else if (ending instanceof Ending.Retry retry) {
            archive(job, row, Kind.FAILED, Detail.of(retry.code(), retry.message()), now);
            places.toPending(job, new PendingRow(failed(tally), retry.dueAt(), true, true));
        } else if (ending instanceof Ending.Snooze snooze) {
            archive(job, row, Kind.SNOOZED, Detail.NONE, now);
            places.toPending(job, new PendingRow(tally, snooze.until(), true, false));
        } else if (ending instanceof Ending.Unstarted unstarted) {
            var before = new Tally(tally.attempts() - 1, tally.failures(), tally.lost());
            places.toPending(job, new PendingRow(before, unstarted.dueAt(), true, false));
        } else {
            archive(job, row, Kind.RELEASED, Detail.NONE, now);
            places.toPending(job, new PendingRow(tally, now, true, false));
        }
    }

    /** Writes the end of the attempt that this row is. */
    void archive(JobId job, RunningRow row, Kind kind, Detail detail, Instant now) {
        tables.addAttempt(
                job,
                new AttemptView(
                        row.tally().attempts(),
                        row.grip().fence(),
                        kind,
                        detail,
                        row.grip().since(),
                        now));
    }

    private static Tally failed(Tally tally) {
        return new Tally(tally.attempts(), tally.failures() + 1, tally.lost());
    }
}
