package dev.baton.store;

import dev.baton.job.JobId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What is still to be done, and that it has been done. A job is open while it runs or waits for its first turn, or its next: what is
 * retrying or parked is not open. Safe for use by several threads.
 */
public interface Backlog {

    /**
     * Jobs of these types, watched under a name that is the same on every node and after every start. Every claim of one of them that
     * names it in its {@link Terms} leaves a note, in the transaction of the claim.
     */
    record Drain(String name, Set<String> types) {

        /** A drain that nobody can change. */
        public Drain {
            types = Set.copyOf(types);
        }
    }

    /**
     * How it stands with a drain.
     *
     * @param noted whether something was claimed since it last came to its end
     * @param open one that is open, if something was noted and any is
     */
    record Look(boolean noted, Optional<JobId> open) {

        /** Was there something to do, and is nothing left of it? */
        public boolean isDrained() {
            return noted && open.isEmpty();
        }
    }

    /**
     * Jobs of a type, or of a queue.
     *
     * @param type of this type, on whatever queue; empty for any
     * @param queue on this queue, of whatever type; empty for any
     */
    record Part(Optional<String> type, Optional<String> queue) {

        /** Is a job of this route among them? */
        public boolean has(Route route) {
            return type.map(route.type()::equals).orElse(true)
                    && queue.map(route.queue()::equals).orElse(true);
        }
    }

    /** One of these types that is open, if there is any, in one snapshot. */
    Optional<JobId> open(Set<String> types);

    /**
     * Looks at a drain, in one snapshot. Where nothing was claimed that costs next to nothing, and nothing more while one is open that
     * was seen before; otherwise it may pass over what is retrying.
     *
     * @param seen one that was open when somebody looked before
     */
    Look look(Drain drain, Optional<JobId> seen);

    /**
     * Takes the notes of a drain away and adds this job, if in one snapshot nothing of it is open and something was noted: both, or
     * neither. False if not. Whoever asks at the same time, and again after a lost answer, adds nothing; a claim whose note was not
     * there to be seen yet keeps it for the next time.
     */
    boolean end(Drain drain, NewJob hook, Instant now);

    /**
     * How many jobs of a part are pending, retrying ones among them, at a cost that no backlog can raise: no more than the cap are counted.
     * Asked within a caller's transaction, it may use its connection, and see what it has added.
     */
    long pending(Optional<StoreTransaction> caller, Part part, long cap);
}
