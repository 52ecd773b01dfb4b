package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.memory.Tables.KeyId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

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
                .filter(job -> places.isOver(job) && !isKeptForItsKey(job))
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

    private Instant endedAt(JobId job) {
        List<AttemptView> ended = tables.attempts(job);
        return ended.get(ended.size() - 1).endedAt();
    }

    private void remove(JobId job) {
        tables.put(tables.attempts, job, null);
        tables.put(tables.checkpoints, job, null);
        tables.put(tables.keyOf, job, null);
        tables.put(tables.jobs, job, null);
    }
}
