package dev.baton.benchmarks;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param jobs in one round of a measurement
 * @param rounds of each measurement; every ratio is the median of so many
 * @param past jobs that ended before, in the file with a history
 * @param lanes into which jobs are spread
 * @param slice how long one round lasts of what is measured by time
 */
public record Sizes(int jobs, int rounds, int past, int lanes, Duration slice) {

    /** Everything, with a long history; takes a while. */
    public static final Sizes FULL = new Sizes(100_000, 5, 5_000_000, 10_000, Duration.ofSeconds(6));

    /** In less than a minute. */
    public static final Sizes QUICK = new Sizes(15_000, 3, 200_000, 10_000, Duration.ofMillis(1_200));

    /** So few that the figures mean nothing; for tests of the bench. */
    static Sizes tiny(int jobs) {
        return new Sizes(jobs, 1, jobs * 10, Math.max(1, jobs / 2), Duration.ofMillis(200));
    }
}
