package dev.baton.store;

import dev.baton.job.BatonException;

/** The answer to a commit was lost: it happened or it did not. Do the same again, with the same keys, to find out. */
public final class OutcomeUnknownException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** What was being committed, and what became of the connection. */
    public OutcomeUnknownException(String message, Throwable cause) {
        super("OUTCOME_UNKNOWN", message, cause);
    }
}
