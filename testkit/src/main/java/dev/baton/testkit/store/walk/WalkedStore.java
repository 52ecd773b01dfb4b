package dev.baton.testkit.store.walk;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;

/** A store that is walked on: again and again, from empty. Not for several threads, but for {@link #begin} and the store itself. */
public interface WalkedStore extends AutoCloseable {

    /** The store as it is now open. */
    JobStore store();

    /** A transaction of an application's on it. Several may be open at once. */
    CallerTransaction begin();

    /** What is compared of an answer to this step: all of it, unless the store cannot know something yet that the model knows. */
    default Object compared(Step step, Object answer) {
        return answer;
    }

    /** The same of an answer to one of several steps that were taken at the same moment. */
    default Object comparedAtOnce(Step step, Object answer) {
        return compared(step, answer);
    }

    /** Does a caller's transaction come to nothing when a claim turns out to be lost in it? */
    default boolean lostClaimsDoomTransactions() {
        return false;
    }

    /**
     * Does this step come to what one order of all would, if it is taken at the same moment as others? Not if it passes over what
     * somebody else has in hand just then.
     */
    default boolean isRaced(Step step) {
        return true;
    }

    /** Are commands that come at the same moment put on record in the order in which they took effect? */
    default boolean recordsInOrder() {
        return true;
    }

    /** Does now what the store has put off until it is asked for jobs, after steps that were taken at the same moment. */
    default void settle() {}

    /** What must be so when a walk has ended, beyond what can be read from the store. */
    default void requireQuiet() {}

    /** Closes the store and opens it again on the same data. */
    void reopen();

    /** Removes everything, as if it had just been made. */
    void empty();

    /** After how many steps all that it keeps is compared: after each, unless reading it takes too long for many walks. */
    default int comparedEvery() {
        return 1;
    }

    @Override
    void close();
}
