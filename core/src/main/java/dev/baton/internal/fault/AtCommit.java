package dev.baton.internal.fault;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a transaction does, where one transaction does many things: who does one of them says so, and who commits them hits the
 * points before and after. Of one thread.
 */
public enum AtCommit {
    /** Jobs are added. */
    ENQ(FaultPoint.ENQ_BEFORE_COMMIT, FaultPoint.ENQ_AFTER_COMMIT),
    /** Jobs are taken. */
    CLAIM(FaultPoint.CLAIM_BEFORE_COMMIT, FaultPoint.CLAIM_AFTER_COMMIT),
    /** Something is kept for later attempts. */
    CHECKPOINT(FaultPoint.CHECKPOINT_BEFORE_COMMIT, FaultPoint.CHECKPOINT_AFTER_COMMIT),
    /** Attempts end. */
    OUT(FaultPoint.OUT_BEFORE_COMMIT, FaultPoint.OUT_AFTER_COMMIT),
    /** What dead nodes held is moved. */
    RECOVER(FaultPoint.RECOVER_BEFORE_COMMIT, FaultPoint.RECOVER_AFTER_COMMIT),
    /** An operator acts. */
    COMMAND(FaultPoint.COMMAND_BEFORE_COMMIT, FaultPoint.COMMAND_AFTER_COMMIT),
    /** A cursor moves. */
    BRIDGE(FaultPoint.BRIDGE_BEFORE_COMMIT, FaultPoint.BRIDGE_AFTER_COMMIT),
    /** Schedules fire. */
    FIRE(FaultPoint.FIRE_BEFORE_COMMIT, FaultPoint.FIRE_AFTER_COMMIT),
    /** Old jobs are removed. */
    PRUNE(FaultPoint.PRUNE_BEFORE_COMMIT, FaultPoint.PRUNE_AFTER_COMMIT);

    private static final ThreadLocal<Set<AtCommit>> DUE = ThreadLocal.withInitial(() -> EnumSet.noneOf(AtCommit.class));

    private final FaultPoint before;
    private final FaultPoint after;

    AtCommit(FaultPoint before, FaultPoint after) {
        this.before = before;
        this.after = after;
    }

    /** The transaction of this thread does this. */
    public void due() {
        if (FaultPoint.isArmed()) {
            DUE.get().add(this);
        }
    }

    /** Another transaction begins; what the one before it did and took back does not count. */
    public static void forget() {
        if (FaultPoint.isArmed()) {
            DUE.remove();
        }
    }

    /** All is written. */
    public static void before() {
        if (FaultPoint.isArmed()) {
            DUE.get().forEach(each -> each.before.hit());
        }
    }

    /** All is committed. */
    public static void after() {
        if (FaultPoint.isArmed()) {
            Set<AtCommit> done = EnumSet.copyOf(DUE.get());
            DUE.remove();
            done.forEach(each -> each.after.hit());
        }
    }
}
