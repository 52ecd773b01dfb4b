package dev.baton.checker;

/** What an operator asked for. */
public enum Asked {
    /** That a dead job is tried again. */
    RETRY,
    /** That a lane goes on without one of its jobs. */
    SKIP,
    /** That a job is called off. */
    CANCEL,
    /** That a dead job is given up. */
    DISCARD
}
