package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;

/** Somebody ends a job for the second time in one transaction. The first time counts, and so does all else he did. */
final class AlreadyEndedException extends BatonException {

    private static final long serialVersionUID = 1L;

    AlreadyEndedException(JobId job) {
        super("STALE_FENCE", "Job " + job + " was ended in this very transaction; nothing was done once more.");
    }
}
