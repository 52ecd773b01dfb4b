package dev.baton.checker;

/** What a handler said at the end of a run. */
public enum Said {
    /** The work is done. */
    DONE,
    /** It did not work this time. */
    FAILED,
    /** Not now. */
    SNOOZED,
    /** It will never work. */
    DEAD,
    /** It was told to end, and did. */
    LEFT,
    /** It said that the work is done, and then nobody answered its commit: nobody knows. */
    UNKNOWN
}
