package dev.baton.testkit;

import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it. Alarms go off on the thread that moves it, in the order of their time,
 * with the clock standing at exactly that time. Safe for use by several threads.
 *
 * <p>With real threads around, use {@link #awaitAlarms} to know that the code under test has gone to sleep before moving on.
 */
public final class ManualClock implements Timeline, InstantSource {

    private static final Duration STEP = Duration.ofMillis(250);
    private static final long MOMENT_MILLIS = 2;
    private static final int STEPS_MAX = 10_000;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Waiting> alarms =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::due).thenComparingLong(Waiting::order));
    private long now;
    private long order;

    private record Waiting(long due, long order, Runnable action) {}

    @Override
    public long nanos() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos());
    }

    @Override
    public Alarm after(Duration delay, Runnable action) {
        lock.lock();
        try {
            var waiting = new Waiting(dueAfter(delay), order++, action);
            alarms.add(waiting);
            changed.signalAll();
            return () -> cancel(waiting);
        } finally {
            lock.unlock();
        }
    }

    /** Moves the clock forward, and sets off every alarm whose time comes on the way, also those set meanwhile. */
    public void advance(Duration by) {
        long target = dueAfter(by);
        for (Waiting next = takeDue(target); next != null; next = takeDue(target)) {
            next.action().run();
        }
        lock.lock();
        try {
            now = Math.max(now, target);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves on, a quarter of a second at a time and with a moment of real time between, until this is so: for code that has
     * threads of its own, which have to fall asleep before they can be woken. Fails loudly when that takes too long.
     */
    public void advanceUntil(BooleanSupplier condition) throws InterruptedException {
        var never = new CountDownLatch(1);
        for (int step = 0; !condition.getAsBoolean(); step++) {
            if (step >= STEPS_MAX) {
                throw new AssertionError("It did not come about, and " + STEP.multipliedBy(step) + " have passed");
            }
            advance(STEP);
            boolean opened = never.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
            assert !opened;
        }
    }

    /** Moves the clock to its next alarm and sets that one off. False if there is none. */
    public boolean advanceToNextAlarm() {
        Waiting next = takeDue(Long.MAX_VALUE);
        if (next == null) {
            return false;
        }
        next.action().run();
        return true;
    }

    /** How long until the next alarm. */
    public Optional<Duration> untilNextAlarm() {
        lock.lock();
        try {
            return Optional.ofNullable(alarms.peek()).map(next -> Duration.ofNanos(next.due() - now));
        } finally {
            lock.unlock();
        }
    }

    /** Waits, in real time, until at least so many alarms are set. Fails loudly when that takes too long. */
    public void awaitAlarms(int atLeast, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (alarms.size() < atLeast) {
                if (left <= 0) {
                    throw new AssertionError(
                            "After " + patience + " there are " + alarms.size() + " alarms, not " + atLeast);
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Waiting takeDue(long target) {
        lock.lock();
        try {
            Waiting next = alarms.peek();
            if (next == null || next.due() > target) {
                return null;
            }
            alarms.remove(next);
            now = Math.max(now, next.due());
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Waiting waiting) {
        lock.lock();
        try {
            alarms.remove(waiting);
        } finally {
            lock.unlock();
        }
    }

    private long dueAfter(Duration delay) {
        if (delay.isNegative()) {
            return nanos();
        }
        try {
            return Math.addExact(nanos(), delay.toNanos());
        } catch (ArithmeticException farAway) {
            return Long.MAX_VALUE;
        }
    }
}
