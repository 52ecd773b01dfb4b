package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.FinishedJobs;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.KeyId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Removes what ended long ago. */
final class Pruning {

    private final Tables tables;
    private final Places places;

    Pruning(Tables tables, Places places) {
        this.tables = tables;
        this.places = places;
    }

    int prune(Instant endedBefore, int limit) {
        List<JobId> old = removable(endedBefore).limit(limit).toList();
        old.forEach(this::remove);
        return old.size();
    }

    /** What is over, for those who look at it before they remove it, each time in one transaction. */
    FinishedJobs byName(MemoryEvidence.Transaction transaction) {
        return new FinishedJobs() {
            @Override
            public List<One> list(Instant from, Optional<JobId> after, Instant before, int limit) {
                return transaction.write(() -> removable(before)
                        .filter(job -> isBehind(job, from, after))
                        .limit(limit)
                        .map(job -> new One(job, row(job).route().type(), endedAt(job)))
                        .toList());
            }

            @Override
            public int remove(Collection<JobId> jobs) {
                return transaction.write(() -> {
                    List<JobId> still = jobs.stream()
                            .distinct()
                            .filter(Pruning.this::isRemovable)
                            .toList();
                    still.forEach(Pruning.this::remove);
                    return still.size();
                });
            }
        };
    }

    private Stream<JobId> removable(Instant endedBefore) {
        return tables.jobs.keySet().stream()
                .filter(this::isRemovable)
                .filter(job -> endedAt(job).isBefore(endedBefore))
                .sorted(Comparator.comparing(this::endedAt).thenComparing(Comparator.naturalOrder()));
    }

    private boolean isRemovable(JobId job) {
        return tables.jobs.containsKey(job) && places.isOver(job) && !isKeptForItsKey(job) && !isWitnessed(job);
    }

    private boolean isBehind(JobId job, Instant from, Optional<JobId> after) {
        int later = endedAt(job).compareTo(from);
        return later > 0
                || (later == 0 && after.map(id -> job.compareTo(id) > 0).orElse(true));
    }

    private JobRow row(JobId job) {
        return Objects.requireNonNull(tables.jobs.get(job));
    }

    private boolean isKeptForItsKey(JobId job) {
        KeyId key = tables.keyOf.get(job);
        return key != null && key.scope() == KeyScope.FOREVER;
    }

    private boolean isWitnessed(JobId job) {
        return row(job).ties().witnessed();
    }

    private Instant endedAt(JobId job) {
        List<AttemptView> ended = tables.attempts(job);
        return ended.get(ended.size() - 1).endedAt();
    }

    private void remove(JobId job) {
        row(job).ties()
                .number()
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
