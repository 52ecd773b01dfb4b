package dev.baton.checker;

/** What is to become of a job, by its design. */
public enum Fate {
    /** It gets done, after however many failures and crashes. */
    DONE,
    /** It cannot be done, and its handler says so in the end. */
    DEAD,
    /** It cannot be done, and an operator has its lane go on without it. */
    SKIPPED
}
