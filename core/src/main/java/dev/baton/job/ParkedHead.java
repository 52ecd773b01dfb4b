package dev.baton.job;

/** What a dead or held job means to those behind it in its lane. */
public enum ParkedHead {
    /** They wait until somebody retries, skips or discards it. */
    BLOCKS,
    /** They go on without it. Retried, it goes before all that still wait. */
    PASSED_OVER
}
