package dev.baton.outbox;

import dev.baton.job.JobState;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobView;
import java.util.Set;

/** Where a payment stands. */
public enum PaymentState {
    /** It waits: for its turn, for a free slot, or for a switch. */
    PENDING,
    /** It is being sent, or its rail is being asked. */
    DISPATCHING,
    /** The rail has not taken it; it is tried again. */
    RETRYABLE,
    /** Nobody knows whether the rail has taken it; that is found out before it is sent again. */
    UNKNOWN,
    /** The rail has taken it. */
    DISPATCHED,
    /** The rail has not taken it, and it is not tried again unless somebody wants that. */
    FAILED,
    /** Nobody knows whether the rail has taken it, and people have to find out. */
    HELD,
    /** Somebody has given it up, or put another in its place. */
    CANCELLED;

    private static final Set<Kind> DOUBTFUL = Set.of(Kind.UNKNOWN, Kind.UNDECIDED, Kind.ORPHANED);

    static PaymentState of(JobView job) {
        return switch (job.standing().state()) {
            case RUNNING -> DISPATCHING;
            case DONE -> DISPATCHED;
            case DEAD -> FAILED;
            case HELD -> HELD;
            case CANCELLED -> CANCELLED;
            case SCHEDULED, READY, WAITING, RETRYING -> waiting(job);
        };
    }

    private static PaymentState waiting(JobView job) {
        Kind last = job.last().map(ended -> ended.kind()).orElse(Kind.RELEASED);
        if (DOUBTFUL.contains(last)) {
            return UNKNOWN;
        }
        return last == Kind.FAILED ? RETRYABLE : PENDING;
    }

    /** For what is known of a job when it is enqueued again: that it was tried and waits says no more than that. */
    static PaymentState of(JobState state) {
        return switch (state) {
            case RUNNING -> DISPATCHING;
            case DONE -> DISPATCHED;
            case DEAD -> FAILED;
            case HELD -> HELD;
            case CANCELLED -> CANCELLED;
            case SCHEDULED, READY, WAITING, RETRYING -> PENDING;
        };
    }
}
