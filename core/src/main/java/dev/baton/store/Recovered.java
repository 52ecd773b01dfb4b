package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import java.util.List;
import java.util.Optional;

/**
 * What one step of recovery did.
 *
 * @param moved what was moved, and where to
 * @param skipped what could not be moved
 * @param last the last one looked at; empty if there was none left
 */
public record Recovered(List<Moved> moved, List<Skipped> skipped, Optional<JobId> last) {

    /** A job whose owner died: the fence it had, and where it stands now. */
    public record Moved(JobId id, Route route, long fence, JobState to) {}

    /** A job that is left as it is, and why. */
    public record Skipped(JobId id, String reason) {}
}
