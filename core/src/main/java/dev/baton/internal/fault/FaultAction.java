package dev.baton.internal.fault;

/** What goes wrong. */
public enum FaultAction {
    /** The process is gone, without a chance to clean up. */
    HALT,
    /** The thread stands still, until somebody makes the file that it waits for, or kills the process. */
    PAUSE,
    /** Something is thrown that nobody expects. */
    THROW,
    /** It takes longer than usual. */
    DELAY
}
