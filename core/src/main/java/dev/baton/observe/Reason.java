package dev.baton.observe;

/**
 * One reason why a job does not run, or what it is doing instead. It never holds anything of the job's data.
 *
 * @param cause in one stable word
 * @param text in a sentence, for people
 * @param remedy what would make it run, or what can be done
 */
public record Reason(Cause cause, String text, String remedy) {

    /** What keeps a job from running. Reasons come in this order. */
    public enum Cause {
        /** There is no such job. */
        UNKNOWN_JOB,
        /** It is done or cancelled. */
        OVER,
        /** A node has it. */
        RUNNING,
        /** It is parked: it failed for good. */
        DEAD,
        /** It is parked: nobody knows whether its work was done. */
        HELD,
        /** Its time has not come. */
        NOT_DUE,
        /** It is a range, and its parts are not over. */
        WAITS_FOR_PARTS,
        /** It failed, and the time of its next attempt has not come. */
        RETRYING,
        /** Another job of its lane goes first. */
        IN_LANE_BEHIND,
        /** A parked job blocks its lane. */
        LANE_BLOCKED,
        /** Another job has its unique key, and has to end first. */
        BEHIND_KEY,
        /** Its lane is switched off. */
        LANE_OFF,
        /** Its queue is paused. */
        QUEUE_PAUSED,
        /** Its queue is switched off. */
        QUEUE_OFF,
        /** Its type is switched off. */
        TYPE_OFF,
        /** No live node takes jobs of its type and version from its queue. */
        NO_NODE,
        /** It is a singleton, and no node owns it just now. */
        NO_OWNER,
        /** This process stops, and takes no more jobs. */
        STOPPING,
        /** A job of its type failed for good, and this process takes none of them for a while. */
        CIRCUIT_OPEN,
        /** As many jobs run as may: here, in all, of the type or from the queue, or on all nodes; or as many began as may for now. */
        LIMIT_FULL,
        /** It was lost before and must not be lost again, and another such job runs here. */
        LAST_CHANCE,
        /** Nothing is in the way. */
        READY
    }
}
