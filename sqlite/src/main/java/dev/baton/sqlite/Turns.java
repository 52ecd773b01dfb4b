package dev.baton.sqlite;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whether the one who writes here has the lock of the file. Who meets it there tries again after 1, 2, 5, 10 and 15 ms, which is how SQLite
 * waits; who waits here is told when it goes.
 */
final class Turns {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition gone = lock.newCondition();
    private boolean taken;

    /** The writer has the lock of the file from now on. */
    void take() {
        set(true);
    }

    /** It has not. */
    void leave() {
        set(false);
    }

    private void set(boolean now) {
        lock.lock();
        try {
            taken = now;
            if (!now) {
                gone.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the writer has not got it, and no longer than this. Whoever has the lock of the file himself does not wait at all, as two
     * never have it.
     */
    void awaitLeft(Duration most) {
        boolean interrupted = false;
        lock.lock();
        try {
            long left = most.toNanos();
            while (taken && left > 0 && !interrupted) {
                try {
                    left = gone.awaitNanos(left);
                } catch (InterruptedException told) {
                    interrupted = true;
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
