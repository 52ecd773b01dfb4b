package dev.baton.store;

import dev.baton.job.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt that has ended, or an end without an attempt, such as a cancellation. Never changed once written.
 *
 * @param number which attempt it was, counted from 1; 0 if there was none
 * @param fence the fence it was claimed under; 0 if there was no attempt
 * @param node who had it; empty if there was no attempt, or it was written down before that was kept
 * @param kind how it ended
 * @param detail what is told of it
 * @param claimedAt when it began, or was ended if there was no attempt
 * @param endedAt when it ended
 */
public record AttemptView(
        int number, long fence, Optional<NodeId> node, Kind kind, Detail detail, Instant claimedAt, Instant endedAt) {

    /** Something that happened without an attempt. */
    public static AttemptView withoutAttempt(Kind kind, Detail detail, Instant now) {
        return new AttemptView(0, 0, Optional.empty(), kind, detail, now, now);
    }

    /** The same without what its handler answered and wrote down, which may be long. */
    public AttemptView brief() {
        return new AttemptView(number, fence, node, kind, Detail.of(detail.code, detail.message), claimedAt, endedAt);
    }

    /** How an attempt ended. */
    public enum Kind {
        /** As wanted; the job is over. */
        DONE,
        /** It failed and is to be tried again. */
        FAILED,
        /** It is to come back later. */
        SNOOZED,
        /** It was given back. */
        RELEASED,
        /** It was lost with its process. */
        ORPHANED,
        /** Somebody ended the job while it ran. */
        KILLED,
        /** It failed for good. */
        DEAD,
        /** Nobody knows; that is to be found out before it is tried again, and it counts as a failure. */
        UNKNOWN,
        /** Nobody knows; that is to be found out before it is tried again, and nothing was used up. */
        UNDECIDED,
        /** Nobody knows. */
        HELD,
        /** It was not wanted any more; the job is over. */
        CANCELLED,
        /** No attempt: an operator had the job tried again. */
        RETRIED
    }

    /** What is told: a code and a message if something failed, a result as JSON if not; and the facts of the attempt, as JSON. */
    public record Detail(String code, String message, Optional<String> result, Optional<String> facts) {

        private static final String REPLACED = "REPLACE";
        private static final String BY = "by ";

        /** Nothing to tell. */
        public static final Detail NONE = new Detail("", "", Optional.empty(), Optional.empty());

        /** Something failed. */
        public static Detail of(String code, String message) {
            return new Detail(code, message, Optional.empty(), Optional.empty());
        }

        /** It was done, with a result or without. */
        public static Detail done(Optional<String> result) {
            return new Detail("", "", result, Optional.empty());
        }

        /** The same with these facts. */
        public Detail with(Optional<String> other) {
            return facts.equals(other) ? this : new Detail(code, message, result, other);
        }

        /** Another job was put in its place. */
        public static Detail replacedBy(JobId other) {
            return of(REPLACED, BY + other);
        }

        /** Which job was put in its place, if one was. */
        public Optional<JobId> replacedBy() {
            return code.equals(REPLACED) && message.startsWith(BY)
                    ? Optional.of(JobId.parse(message.substring(BY.length())))
                    : Optional.empty();
        }
    }
}
