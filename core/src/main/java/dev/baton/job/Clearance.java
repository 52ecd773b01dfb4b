package dev.baton.job;

/** Whether an attempt may do now what cannot be undone, such as to send money: what {@link Run#clearance} answers. */
public enum Clearance {
    /** It may: a moment ago the job was its own, and nothing was in the way. */
    CLEAR,
    /** The job is not its own any more: somebody has ended it, or another attempt has it. */
    LOST,
    /** This node has not been heard of for two heartbeats, so that it may be about to lose what it has. */
    SILENT,
    /** Its queue, type or lane is switched off by now. */
    OFF,
    /** It is to end: somebody wants its job cancelled, its time is over, or the engine stops. */
    ENDING
}
