package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.Lag;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Says how far behind the jobs of a type are. */
final class Lags {

    private final Tables tables;

    Lags(Tables tables) {
        this.tables = tables;
    }

    /** Of these: the pending jobs of each of the type's routes in the order of claims, and last those that wait for another. */
    Lag lag(Stream<List<JobId>> pendingByRoute, String type, Instant begunBefore, long cap) {
        Optional<Instant> oldest = pendingByRoute
                .flatMap(ids -> Stream.of(oldest(ids, true, cap), oldest(ids, false, Long.MAX_VALUE)))
                .flatMap(Optional::stream)
                .map(id -> job(id).createdAt())
                .min(Comparator.naturalOrder());
        long overdue = tables.running.entrySet().stream()
                .filter(each -> job(each.getKey()).route().type().equals(type))
                .filter(each -> isOverdue(job(each.getKey()), each.getValue(), begunBefore))
                .count();
        return new Lag(oldest, overdue);
    }

    private Optional<JobId> oldest(List<JobId> ids, boolean ready, long most) {
        return ids.stream()
                .filter(id -> Objects.requireNonNull(tables.pending.get(id)).ready() == ready)
                .limit(Math.max(0, most))
                .min(Comparator.naturalOrder());
    }

    /** Who was claimed behind another has not begun while that one runs, and began at the end of the one right before it. */
    private boolean isOverdue(JobRow job, RunningRow row, Instant begunBefore) {
        if (!row.grip().since().isBefore(begunBefore)) {
            return false;
        }
        return job.turn().map(turn -> wasFreeBefore(turn, row, begunBefore)).orElse(true);
    }

    private boolean wasFreeBefore(Turn turn, RunningRow row, Instant time) {
        if (tables.running.keySet().stream().anyMatch(other -> isBefore(other, turn))) {
            return false;
        }
        return tables.jobs.values().stream()
                .filter(other ->
                        numberBefore(other, turn) >= Math.max(1, row.grip().runHead()))
                .max(Comparator.comparingLong(other -> numberBefore(other, turn)))
                .map(last -> tables.attempts(last.id()))
                .filter(ended -> !ended.isEmpty())
                .map(ended -> ended.get(ended.size() - 1))
                .map(AttemptView::endedAt)
                .filter(end -> !end.isBefore(time))
                .isEmpty();
    }

    /** Of any that the lane has numbered, in order or not: of what is over nobody can tell any more. 0 if it has no such number. */
    private static long numberBefore(JobRow other, Turn turn) {
        return other.ties()
                .number()
                .filter(its -> its.lane().equals(turn.lane()) && its.sequence() < turn.sequence())
                .map(Turn::sequence)
                .orElse(0L);
    }

    private boolean isBefore(JobId other, Turn turn) {
        return job(other)
                .turn()
                .filter(its -> its.lane().equals(turn.lane()) && its.sequence() < turn.sequence())
                .isPresent();
    }

    private JobRow job(JobId id) {
        return Objects.requireNonNull(tables.jobs.get(id));
    }
}
