package dev.baton.benchmarks;

import java.time.Duration;

/**
 * How much the service is asked to do.
 *
 * @param connections on which jobs are posted, and as many producers add them without a service
 * @param listeners to its events
 * @param rounds of posting and of adding without a service, in turn
 * @param warmUp of posting; a process that has just started is busy compiling itself. Of adding a third of it
 * @param slice how long one round of each lasts
 * @param soak how it is posted for long
 */
record LoadSizes(int connections, int listeners, int rounds, Duration warmUp, Duration slice, Soak soak) {

    /**
     * Posting for long, and looking at the memory of the service on the way.
     *
     * @param looks how often, after the first
     * @param every how long it is posted between two
     */
    record Soak(int looks, Duration every) {}

    /** Ten minutes, and some before them. */
    static LoadSizes full() {
        return new LoadSizes(
                32, 200, 5, Duration.ofSeconds(60), Duration.ofSeconds(6), new Soak(20, Duration.ofSeconds(30)));
    }

    /** In less than a minute. */
    static LoadSizes quick() {
        return new LoadSizes(
                32, 200, 3, Duration.ofSeconds(15), Duration.ofSeconds(2), new Soak(4, Duration.ofSeconds(2)));
    }

    /** So little that the figures mean nothing; for tests of the bench. */
    static LoadSizes tiny() {
        Duration moment = Duration.ofMillis(100);
        return new LoadSizes(4, 5, 1, moment, moment, new Soak(2, moment));
    }
}
