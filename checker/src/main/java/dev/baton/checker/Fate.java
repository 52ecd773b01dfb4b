package dev.baton.checker;

/** What is to become of a job, by its design. */
public enum Fate {
    /** It gets done, after however many failures and crashes. */
    DONE,
    /** It cannot be done, and its handler says so in the end. */
    DEAD,
    /** It cannot be done, and an operator has its lane go on without it. */
    SKIPPED,
    /** It comes to an end, and which depends on who is faster. */
    ANY,
    /** It waits behind a dead one, as nobody does anything about that. */
    WAITING
}
