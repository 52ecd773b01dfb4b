package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;

/** Somebody wrote for a job that is not his to end, or not now. What else his transaction did must not count either. */
final class LostClaimException extends BatonException {

    private static final long serialVersionUID = 1L;

    private LostClaimException(String code, String message) {
        super(code, message);
    }

    /** It is another's, or nobody's. */
    static LostClaimException stale(JobId job, long fence) {
        return new LostClaimException(
                "STALE_FENCE", "Job " + job + " is no longer running under fence " + fence + "; nothing was done.");
    }

    /** It runs again, after one that goes first. */
    static LostClaimException outOfTurn(JobId job) {
        return new LostClaimException(
                "OUT_OF_TURN", "A job before " + job + " in its lane goes first; nothing was done.");
    }
}
