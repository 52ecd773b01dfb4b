package dev.baton.supervise;

import java.util.Optional;

/**
 * How a task was doing at one moment.
 *
 * @param task its name
 * @param state where it stood
 * @param runs how often it was started
 * @param restarts how many restarts in a row count against its limit; a stable run clears them
 * @param abandoned how many earlier runs were told to stop, did not, and are still alive
 * @param lastFailure why its last failed run failed
 */
public record TaskStatus(
        String task, TaskState state, long runs, long restarts, int abandoned, Optional<Throwable> lastFailure) {}
