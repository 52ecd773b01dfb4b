package dev.baton.testkit.engine;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Looks again and again, in real time, for what other threads bring about; and fails loudly when it does not come. */
final class Polling {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long EVERY_MILLIS = 2;

    private Polling() {}

    static void until(BooleanSupplier condition) throws InterruptedException {
        var never = new CountDownLatch(1);
        for (long looked = 0; !condition.getAsBoolean(); looked++) {
            if (looked * EVERY_MILLIS > PATIENCE.toMillis()) {
                throw new AssertionError("It did not come about within " + PATIENCE);
            }
            boolean opened = never.await(EVERY_MILLIS, TimeUnit.MILLISECONDS);
            assert !opened;
        }
    }
}
