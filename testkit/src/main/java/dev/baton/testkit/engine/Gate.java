package dev.baton.testkit.engine;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps handlers inside until a test lets them go, and counts how many are inside at once. */
final class Gate {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Semaphore entered = new Semaphore(0);
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicBoolean interrupted = new AtomicBoolean();

    /** Called by a handler: stays until the gate is opened, or it is interrupted. */
    void pass() throws InterruptedException {
        come();
        try {
            open.await();
        } catch (InterruptedException e) {
            interrupted.set(true);
            throw e;
        } finally {
            inside.decrementAndGet();
        }
    }

    /** Did a handler leave because it was told to? */
    boolean wasInterrupted() {
        return interrupted.get();
    }

    /** As {@link #pass}, by a handler that does not listen to interrupts. */
    void passDeaf() {
        come();
        boolean interrupted = true;
        while (interrupted) {
            try {
                open.await();
                interrupted = false;
            } catch (InterruptedException ignored) {
                // That is what makes it deaf.
            }
        }
        inside.decrementAndGet();
    }

    private void come() {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        entered.release();
    }

    /** Waits until so many more handlers have come. */
    void awaitEntered(int more) throws InterruptedException {
        if (!entered.tryAcquire(more, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("not " + more + " more handlers came within " + PATIENCE);
        }
    }

    void open() {
        open.countDown();
    }

    /** How many have come that nobody waited for. */
    int uncounted() {
        return entered.availablePermits();
    }

    int mostAtOnce() {
        return most.get();
    }
}
