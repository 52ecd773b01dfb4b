package dev.baton.examples.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks again and again for what others bring about, and fails loudly when it does not come. */
public final class Polling {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Polling() {}

    /** Looks every 10 ms, for a minute at most. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, PATIENCE, condition);
    }

    /** The same for so long at most, for what many processes have to bring about together. */
    public static void until(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        var never = new CountDownLatch(1);
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It did not come about within " + patience + ": " + what);
            }
            boolean opened = never.await(10, TimeUnit.MILLISECONDS);
            assert !opened;
        }
    }
}
