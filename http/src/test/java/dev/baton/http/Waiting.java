package dev.baton.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do. */
final class Waiting {

    private Waiting() {}

    static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("It did not happen within a minute");
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
