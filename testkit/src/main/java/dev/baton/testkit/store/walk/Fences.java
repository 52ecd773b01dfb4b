package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.Claimed;
import dev.baton.store.Cursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Under which fences each job was claimed, and each cursor taken, on a walk. */
final class Fences {

    /** One that no store ever gives out. */
    static final long NOBODYS = Long.MAX_VALUE;

    private final Map<JobId, List<Long>> byJob = new HashMap<>();
    private final Map<String, List<Cursor>> byCursor = new HashMap<>();

    void add(Claimed claimed) {
        claimed.claims()
                .forEach(claim -> byJob.computeIfAbsent(claim.id(), any -> new ArrayList<>())
                        .add(claim.fence()));
    }

    void add(Cursor taken) {
        byCursor.computeIfAbsent(taken.name(), any -> new ArrayList<>()).add(taken);
    }

    /** As its last reader, or one so many takes before, holds it, who believes it to be here. */
    Cursor cursor(String name, int back, Optional<String> position) {
        List<Cursor> all = byCursor.getOrDefault(name, List.of());
        Cursor taken = back < all.size()
                ? all.get(all.size() - 1 - back)
                : new Cursor(name, position, Optional.of(Domain.node(1)), NOBODYS, Instant.EPOCH);
        return new Cursor(name, position, taken.reader(), taken.fence(), taken.movedAt());
    }

    /** That of its last owner, or of so many owners before. */
    long of(JobId job, int back) {
        List<Long> fences = byJob.getOrDefault(job, List.of());
        return back < fences.size() ? fences.get(fences.size() - 1 - back) : NOBODYS;
    }
}
