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
    DISCARD,
    /** That a job is over now, whatever its handler does. */
    KILL,
    /** That another job takes the place of one. */
    REPLACE,
    /** That a held job runs, as its work was not done. */
    RELEASE,
    /** That a held job is over, as its work was done. */
    CONFIRM
}
