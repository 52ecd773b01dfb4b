package dev.baton.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How far a start has come. What it says of a step under way was so at the last look at the store, 100 ms ago at most if the store
 * answers. A plan is code, so steps are known from when they are taken.
 *
 * @param stage where it is as a whole
 * @param steps those that were taken, in their order
 */
public record StartupProgress(Stage stage, List<Step> steps) {

    /** Where a start is as a whole. */
    public enum Stage {
        /** The plan has not begun, or there is none. */
        BEFORE,
        /** Steps are being taken; nothing else has begun. */
        UNDER_WAY,
        /** All steps are done. */
        COMPLETED,
        /** The start was given up; nothing was served. */
        FAILED
    }

    /**
     * One step.
     *
     * @param number which, counted from 1
     * @param labels what its jobs are called, ten of them at most; empty until they are stored
     * @param jobs how many it has
     * @param done how many of these are done
     * @param since when it began
     * @param took how long it took, or has taken so far
     */
    public record Step(int number, String labels, State state, int jobs, int done, Instant since, Duration took) {}

    /** Where a step is. */
    public enum State {
        /** None of its jobs runs: they are not stored or not claimed yet, or wait for their next attempts. */
        WAITING,
        /** At least one of its jobs runs. */
        RUNNING,
        /** All its jobs are done. */
        DONE,
        /** It was given up. Its jobs are where they were, and the next start goes on with them. */
        FAILED
    }

    /** A copy. */
    public StartupProgress {
        steps = List.copyOf(steps);
    }
}
