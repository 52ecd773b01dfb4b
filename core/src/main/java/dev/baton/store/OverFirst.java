package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import java.time.Instant;

/**
 * What a new job is over with from the start, and never runs: it was done or given up elsewhere, and is here for its key, its number and
 * who asks for it.
 *
 * @param end how it ended: done or cancelled
 * @param code why it is here, such as where it comes from
 */
public record OverFirst(JobState end, String code, String message) {

    /** What is over was done, or it was cancelled. */
    public OverFirst {
        if (!end.isFinal()) {
            throw new BatonException(
                    "NOT_OVER",
                    "What is over from the start is done or cancelled, not " + end + ". Nothing was stored.");
        }
    }

    /** What is written down of it: that it ended, and no attempt. */
    public AttemptView attempt(Instant now) {
        Kind kind = end == JobState.DONE ? Kind.DONE : Kind.CANCELLED;
        return AttemptView.withoutAttempt(kind, Detail.of(code, message), now);
    }
}
