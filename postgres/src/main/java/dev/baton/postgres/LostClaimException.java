package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;

/** Somebody wrote for a job that he does not own any more. What else his transaction did must not count either. */
final class LostClaimException extends BatonException {

    private static final long serialVersionUID = 1L;

    LostClaimException(JobId job, long fence) {
        super("STALE_FENCE", "Job " + job + " is no longer running under fence " + fence + "; nothing was done.");
    }
}
