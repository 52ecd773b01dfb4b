package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a command to all jobs that fit a filter, or what would have come of it.
 *
 * @param touched those on which it was carried out, by the state in which they stood before
 * @param refused those on which it was not, by {@link CommandResult#code}
 * @param rest the last job that was looked at, if there are others behind it: go on from there
 */
public record BulkResult(Map<JobState, Some> touched, Map<String, Some> refused, Optional<JobId> rest) {

    /** So many jobs, and the first few of them. */
    public record Some(int count, List<JobId> first) {}

    /** On how many it was carried out. */
    public int touchedCount() {
        return count(touched.values());
    }

    /** On how many it was not. */
    public int refusedCount() {
        return count(refused.values());
    }

    /** Are there jobs that fit and were not looked at? */
    public boolean more() {
        return rest.isPresent();
    }

    private static int count(Collection<Some> all) {
        return all.stream().mapToInt(Some::count).sum();
    }
}
