package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.Claimed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Under which fences each job was claimed on a walk. */
final class Fences {

    /** One that no store ever gives out. */
    static final long NOBODYS = Long.MAX_VALUE;

    private final Map<JobId, List<Long>> byJob = new HashMap<>();

    void add(Claimed claimed) {
        claimed.claims()
                .forEach(claim -> byJob.computeIfAbsent(claim.id(), any -> new ArrayList<>())
                        .add(claim.fence()));
    }

    /** That of its last owner, or of so many owners before. */
    long of(JobId job, int back) {
        List<Long> fences = byJob.getOrDefault(job, List.of());
        return back < fences.size() ? fences.get(fences.size() - 1 - back) : NOBODYS;
    }
}
