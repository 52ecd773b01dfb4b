package dev.baton.internal.fault;

import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;

/**
 * A place where it hurts most to die. If the system property {@value FaultPlan#PROPERTY} names it, something goes wrong there; in
 * production the property is not set, and a point costs nothing.
 *
 * <p>The property is read once, when the first point is reached; whatever it says that is not understood is an error there.
 */
public enum FaultPoint {
    /** All is checked, and the store was not asked yet. */
    ENQ_BEFORE_TX("enq.beforeTx"),
    /** The unique key is given to the job, which is not there yet. */
    ENQ_AFTER_KEY("enq.afterKey"),
    /** The job has its number in its lane, and is not there yet. */
    ENQ_AFTER_SEQUENCE("enq.afterSequence"),
    /** The job is written, not committed. */
    ENQ_BEFORE_COMMIT("enq.beforeCommit"),
    /** The job is committed, and its caller does not know. */
    ENQ_AFTER_COMMIT("enq.afterCommit"),
    /** The caller is about to hear of it. */
    ENQ_BEFORE_REPLY("enq.beforeReply"),
    /** Others are about to be told that there is work, where stores do so. */
    NOTIFY_BEFORE_SEND("notify.beforeSend"),
    /** Our part of a caller's transaction is written; whether it counts is the caller's to say. */
    TX_AFTER_PART("tx.afterPart"),
    /** It is decided which jobs to take. */
    CLAIM_AFTER_CANDIDATES("claim.afterCandidates"),
    /** They are taken, within the transaction. */
    CLAIM_AFTER_LOCK("claim.afterLock"),
    /** They are about to be committed. */
    CLAIM_BEFORE_COMMIT("claim.beforeCommit"),
    /** They are ours, and the engine does not know. */
    CLAIM_AFTER_COMMIT("claim.afterCommit"),
    /** The handler is about to be called. */
    EXEC_BEFORE_HANDLER("exec.beforeHandler"),
    /** The handler has returned. */
    EXEC_AFTER_HANDLER("exec.afterHandler"),
    /** A payment may be sent, and its rail was not called yet. */
    RAIL_AFTER_GATE("rail.afterGate"),
    /** The rail has answered, and nobody has heard what. */
    RAIL_AFTER_SEND("rail.afterSend"),
    /** What its answer means is decided, and the engine does not know. */
    RAIL_BEFORE_REPLY("rail.beforeReply"),
    /** This node is about to say that it lives. */
    HB_BEFORE_UPDATE("hb.beforeUpdate"),
    /** It has said so, and does not know yet that the store has heard it. */
    HB_AFTER_UPDATE("hb.afterUpdate"),
    /** What a handler keeps is written, not committed. */
    CHECKPOINT_BEFORE_COMMIT("checkpoint.beforeCommit"),
    /** What a handler keeps is committed, and the handler does not know. */
    CHECKPOINT_AFTER_COMMIT("checkpoint.afterCommit"),
    /** Ends are written, not committed. */
    OUT_BEFORE_COMMIT("out.beforeCommit"),
    /** Ends are committed, and the engine does not know. */
    OUT_AFTER_COMMIT("out.afterCommit"),
    /** It is known what dead nodes held. */
    RECOVER_AFTER_READ("recover.afterRead"),
    /** That is moved, not committed. */
    RECOVER_BEFORE_COMMIT("recover.beforeCommit"),
    /** That is moved, and the engine does not know. */
    RECOVER_AFTER_COMMIT("recover.afterCommit"),
    /** What an operator wants is done, not committed. */
    COMMAND_BEFORE_COMMIT("command.beforeCommit"),
    /** What an operator wants is committed, and the operator does not know. */
    COMMAND_AFTER_COMMIT("command.afterCommit"),
    /** A bridge has its cursor, and has not connected. */
    BRIDGE_AFTER_TAKE("bridge.afterTake"),
    /** Events have come to a bridge, and the store was not asked yet. */
    BRIDGE_BEFORE_STORE("bridge.beforeStore"),
    /** The cursor is past the events, and their jobs are not there yet. */
    BRIDGE_AFTER_MOVE("bridge.afterMove"),
    /** Cursor and jobs are written, not committed. */
    BRIDGE_BEFORE_COMMIT("bridge.beforeCommit"),
    /** Cursor and jobs are committed, and the bridge does not know. */
    BRIDGE_AFTER_COMMIT("bridge.afterCommit"),
    /** The rows of an import are marked, and their jobs are not there yet. */
    IMPORT_AFTER_MARK("import.afterMark"),
    /** Marks and jobs are written, not committed. */
    IMPORT_BEFORE_COMMIT("import.beforeCommit"),
    /** Marks and jobs are committed, and the import does not know; it is about to ask for more rows. */
    IMPORT_AFTER_COMMIT("import.afterCommit"),
    /** Old jobs are removed, not committed. */
    PRUNE_BEFORE_COMMIT("prune.beforeCommit"),
    /** Old jobs are removed for good. */
    PRUNE_AFTER_COMMIT("prune.afterCommit"),
    /** Tables are made, not committed. */
    BOOT_IN_MIGRATION("boot.inMigration"),
    /** The tables are up to date. */
    BOOT_AFTER_MIGRATE("boot.afterMigrate"),
    /** This process is a node, and has recovered nothing. */
    BOOT_AFTER_JOIN("boot.afterJoin"),
    /** A schedule has moved on and its jobs are written, not committed. */
    FIRE_BEFORE_COMMIT("fire.beforeCommit"),
    /** A schedule has fired, and who fired it does not know. */
    FIRE_AFTER_COMMIT("fire.afterCommit"),
    /** It is kept how a range is split, and no part was added. */
    SPLIT_AFTER_PLAN("split.afterPlan"),
    /** Some parts, or all, were added, and it is not kept that all were. */
    SPLIT_AFTER_ADD("split.afterAdd"),
    /** It is kept that all parts were added, and the whole does not sleep yet. */
    SPLIT_AFTER_ALL("split.afterAll"),
    /** All parts are over, and the last step is to be done. */
    JOIN_BEFORE_HANDLER("join.beforeHandler"),
    /** The last step was done, and its end is not written down. */
    JOIN_AFTER_HANDLER("join.afterHandler"),
    /** What dead nodes held is recovered, and no job was taken. */
    BOOT_AFTER_RECOVER("boot.afterRecover"),
    /** Handlers have had their time to end, and their last ends may not be written down. */
    STOP_AFTER_GRACE("stop.afterGrace");

    private static final boolean ARMED = System.getProperty(FaultPlan.PROPERTY) != null;
    private static final FaultPlan PLAN = FaultPlan.of(ARMED ? System.getProperties() : new Properties());

    private final String label;

    FaultPoint(String label) {
        this.label = label;
    }

    /** Is anything to go wrong in this process? A constant, once it was asked for. */
    static boolean isArmed() {
        return ARMED;
    }

    /** Here we are. */
    public void hit() {
        if (ARMED) {
            PLAN.hit(this);
        }
    }

    /** The point that is called this. */
    public static Optional<FaultPoint> of(String label) {
        return Arrays.stream(values())
                .filter(point -> point.label.equals(label))
                .findFirst();
    }

    /** What it is called. */
    @Override
    public String toString() {
        return label;
    }
}
