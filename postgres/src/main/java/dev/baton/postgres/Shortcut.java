package dev.baton.postgres;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Whether it is worth a try to take jobs without a look before. For some claims it is not, if there was something to choose; and for a
 * while, if it took so long that there may be many dead rows, which only a look learns to pass. Safe for use by several threads.
 */
final class Shortcut {

    /** One in so many tries is in vain at most. */
    private static final int CLAIMS = 8;

    private static final long CLOSED = Duration.ofSeconds(1).toNanos();
    /** Longer than this, and than so long for each job that was taken, is slow. */
    private static final long SLOW = Duration.ofMillis(10).toNanos();

    private static final long SLOW_FOR_EACH = 40_000;
    /** No more than a tenth of the time goes into what is slow. */
    private static final int TIMES_AS_LONG = 10;

    private final LongSupplier nanos;
    private final AtomicInteger claims = new AtomicInteger();
    private volatile long opens;

    Shortcut(LongSupplier nanos) {
        this.nanos = nanos;
        this.opens = nanos.getAsLong();
    }

    /** May this claim try it? */
    boolean isOpen() {
        return nanos.getAsLong() - opens >= 0 && claims.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
    }

    /** There was something to choose. */
    void inVain() {
        claims.set(CLAIMS - 1);
    }

    /** So many were taken, and it took so long. */
    void taken(int jobs, long took) {
        if (took > SLOW + jobs * SLOW_FOR_EACH) {
            opens = nanos.getAsLong() + Math.max(CLOSED, took * TIMES_AS_LONG);
        }
    }
}
