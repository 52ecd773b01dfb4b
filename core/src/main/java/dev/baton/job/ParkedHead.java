package dev.baton.job;

/** What a dead or held job means to those behind it in its lane. */
public enum ParkedHead {
    /** They wait until somebody decides about it: retries, skips, discards or replaces it, or releases or confirms a held one. */
    BLOCKS,
    /** They go on without it. Retried, it goes before all that still wait. */
    PASSED_OVER
}
