package dev.baton.benchmarks;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param jobs in one round of a measurement
 * @param rounds of each measurement; every ratio is the median of so many
 * @param past jobs that ended before, in the database with a history
 * @param lanes into which jobs are spread
 * @param slice how long one round lasts of what is measured by time
 * @param peers how much is measured beside other engines
 */
public record Sizes(int jobs, int rounds, int past, int lanes, Duration slice, Peers peers) {

    /**
     * How much is measured beside other engines, some of which take long.
     *
     * @param jobs that each of them burns down
     * @param rounds of all of them in turn
     */
    record Peers(int jobs, int rounds) {}

    /** Everything, with a long history; takes a while. */
    static Sizes full(Kind kind) {
        int past = kind == Kind.POSTGRES ? 10_000_000 : 5_000_000;
        return new Sizes(100_000, 5, past, 10_000, Duration.ofSeconds(6), new Peers(50_000, 3));
    }

    /** In less than a minute, or three where every commit has to travel. */
    static Sizes quick() {
        return new Sizes(15_000, 3, 200_000, 10_000, Duration.ofMillis(1_200), new Peers(15_000, 1));
    }

    /** So few that the figures mean nothing; for tests of the bench. */
    static Sizes tiny(int jobs) {
        return new Sizes(jobs, 1, jobs * 10, Math.max(1, jobs / 2), Duration.ofMillis(200), new Peers(jobs, 1));
    }
}
