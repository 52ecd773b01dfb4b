package dev.baton.supervise;

/** What waits in the mailbox, in the order in which it is looked at. */
enum Turn {
    /** What happened: ends of runs, restarts that are due, warnings. */
    RESULT,
    /** What somebody asks for. */
    COMMAND,
    /** The periodic health check. */
    CHECK
}
