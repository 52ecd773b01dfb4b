package dev.baton.benchmarks;

import java.util.concurrent.locks.LockSupport;

/** Time as the bench measures it. */
public final class Rate {

    private static final double NANOS = 1_000_000_000;

    private Rate() {}

    /** So many since then, as so many a second. */
    public static double perSecond(long count, long sinceNanos) {
        return count * NANOS / Math.max(1, System.nanoTime() - sinceNanos);
    }

    /** Lets time pass until then. */
    public static void awaitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
