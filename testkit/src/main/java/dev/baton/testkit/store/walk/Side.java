package dev.baton.testkit.store.walk;

import dev.baton.store.JobStore;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Instant;
import java.util.Set;

/** One of the two that are walked on at once. */
interface Side {

    JobStore store();

    CallerTransaction begin();

    void reopen();

    /** What is compared of an answer. */
    default Object compared(Step step, Object answer) {
        return answer;
    }

    /** The same of an answer to one of several steps that were taken at the same moment. */
    default Object comparedAtOnce(Step step, Object answer) {
        return answer;
    }

    /** Does a caller's transaction come to nothing when a claim turns out to be lost in it? */
    default boolean lostClaimsDoomTransactions() {
        return false;
    }

    /** Are commands that come at the same moment put on record in the order in which they took effect? */
    default boolean recordsInOrder() {
        return true;
    }

    /** Does now what was put off. */
    default void settle() {}

    default void join(NodeId node, Set<Route> serves, Instant now) {
        store().join(node, serves, now);
    }

    default boolean beat(NodeId node, Instant now) {
        return store().beat(node, now);
    }

    default void leave(NodeId node, Instant now) {
        store().leave(node, now);
    }

    default boolean declareDead(NodeBeat seen, Instant now) {
        return store().declareDead(seen, now);
    }

    /** The store under test. */
    static Side of(WalkedStore walked) {
        return new Side() {
            @Override
            public JobStore store() {
                return walked.store();
            }

            @Override
            public CallerTransaction begin() {
                return walked.begin();
            }

            @Override
            public void reopen() {
                walked.reopen();
            }

            @Override
            public void settle() {
                walked.settle();
            }

            @Override
            public boolean lostClaimsDoomTransactions() {
                return walked.lostClaimsDoomTransactions();
            }

            @Override
            public boolean recordsInOrder() {
                return walked.recordsInOrder();
            }

            @Override
            public Object compared(Step step, Object answer) {
                return walked.compared(step, answer);
            }

            @Override
            public Object comparedAtOnce(Step step, Object answer) {
                return walked.comparedAtOnce(step, answer);
            }
        };
    }
}
