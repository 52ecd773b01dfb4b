package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.memory.Tables.KeyId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Removes what ended long ago. */
final class Pruning {

    private final Tables tables;
    private final Places places;

    Pruning(Tables tables, Places places) {
        this.tables = tables;
        this.places = places;
    }

    int prune(Instant endedBefore, int limit) {
        List<JobId> old = tables.jobs.keySet().stream()
                .filter(job -> places.isOver(job) && !isKeptForItsKey(job) && !isWitnessed(job))
                .filter(job -> endedAt(job).isBefore(endedBefore))
                .sorted(Comparator.comparing(this::endedAt).thenComparing(Comparator.naturalOrder()))
                .limit(limit)
                .toList();
        old.forEach(this::remove);
        return old.size();
    }

    private boolean isKeptForItsKey(JobId job) {
        KeyId key = tables.keyOf.get(job);
        return key != null && key.scope() == KeyScope.FOREVER;
    }

    private boolean isWitnessed(JobId job) {
        return Objects.requireNonNull(tables.jobs.get(job)).ties().witnessed();
    }

    private Instant endedAt(JobId job) {
        List<AttemptView> ended = tables.attempts(job);
        return ended.get(ended.size() - 1).endedAt();
    }

    private void remove(JobId job) {
        Objects.requireNonNull(tables.jobs.get(job))
                .turn()
                .ifPresent(turn -> tables.put(
                        tables.floors,
                        turn.lane(),
                        Math.max(turn.sequence(), tables.floors.getOrDefault(turn.lane(), 0L))));
        tables.put(tables.attempts, job, null);
        tables.put(tables.checkpoints, job, null);
        tables.put(tables.keyOf, job, null);
        tables.put(tables.jobs, job, null);
    }
}
