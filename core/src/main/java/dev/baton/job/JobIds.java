package dev.baton.job;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes ids: 48 bits of milliseconds, 12 bits that count within one of them, 62 random bits. Ids of one maker are strictly
 * ascending, also when the clock is set back. Safe for use by several threads.
 */
public final class JobIds {

    private static final int COUNTER_BITS = 12;
    private static final int COUNTER_MAX = (1 << COUNTER_BITS) - 1;

    private final InstantSource clock;
    private final RandomGenerator random;
    private long millis;
    private int counter;

    /** A maker with this clock and this randomness. */
    public JobIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** The next id. */
    public synchronized JobId next() {
        long now = clock.millis();
        if (now > millis) {
            millis = now;
            counter = 0;
        } else if (counter < COUNTER_MAX) {
            counter++;
        } else {
            // More than 4096 in a millisecond, or a clock set back: borrow the next one.
            millis++;
            counter = 0;
        }
        long high = (millis << 16) | (7L << COUNTER_BITS) | counter;
        long low = (random.nextLong() >>> 2) | (1L << 63);
        return new JobId(new UUID(high, low));
    }
}
