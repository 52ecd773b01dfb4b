package dev.baton.outbox;

import dev.baton.observe.Event;
import java.util.Optional;

/** What attempts to send a payment are counted as. */
enum AttemptState {
    /** It has begun. */
    DISPATCHING,
    /** The rail has taken the payment. */
    DISPATCHED,
    /** The rail has not taken it, or nobody knows; it is tried or asked about again, or people find out. */
    RETRYABLE,
    /** The rail has not taken it, and it is not tried again. */
    FAILED,
    /** It was lost with its process. */
    ZOMBIE_REQUEUE;

    /** If this is about an attempt to send a payment. One that was not due yet, or was given back or cancelled, is none of them. */
    static Optional<AttemptState> of(Event event) {
        if (!(event instanceof Event.JobEvent about) || !about.type().equals(Rails.TYPE)) {
            return Optional.empty();
        } else if (event instanceof Event.JobStarted) {
            return Optional.of(DISPATCHING);
        } else if (event instanceof Event.JobCompleted) {
            return Optional.of(DISPATCHED);
        } else if (event instanceof Event.JobRetried || event instanceof Event.JobInDoubt) {
            return Optional.of(RETRYABLE);
        } else if (event instanceof Event.JobHeld held && held.attempt() > 0) {
            return Optional.of(RETRYABLE);
        } else if (event instanceof Event.JobFailed failed && failed.attempt() > 0) {
            return Optional.of(FAILED);
        } else if (event instanceof Event.JobRecovered) {
            return Optional.of(ZOMBIE_REQUEUE);
        }
        return Optional.empty();
    }
}
