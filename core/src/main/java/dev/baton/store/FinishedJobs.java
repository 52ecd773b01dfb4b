package dev.baton.store;

import dev.baton.job.JobId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The jobs that are over and may be removed, as {@link JobStore#prune} removes them: for those who have to look at what goes, because
 * some are kept longer than others, or are written to a file before.
 */
public interface FinishedJobs {

    /**
     * At most so many of those that ended at this time or later, and before that one, by their ends and then their ids. Of those that
     * ended at the first time only the ones after this id, if one is named. It costs what it answers, however many there are.
     */
    List<One> list(Instant from, Optional<JobId> after, Instant before, int limit);

    /** Removes those of these that may be removed, with all their attempts. Answers how many. Harmless when repeated. */
    int remove(Collection<JobId> jobs);

    /** A job that is over. */
    record One(JobId id, String type, Instant endedAt) {}
}
