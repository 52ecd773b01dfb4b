package dev.baton.internal.runtime;

import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one who waits, or who is about to. Raised twice before anybody waits, it wakes once. */
final class Signal {

    private final Timeline time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean raised;

    Signal(Timeline time) {
        this.time = time;
    }

    /**
     * Costs next to nothing if it is raised already: whoever takes it then sees all that was done before this call, if that was done
     * under a lock or by a volatile write.
     */
    void raise() {
        if (raised) {
            return;
        }
        lock.lock();
        try {
            raised = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it is raised, but not longer than this. */
    void await(Duration atMost) throws InterruptedException {
        if (atMost.isZero() || atMost.isNegative()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            take();
            return;
        }
        Timeline.Alarm alarm = time.after(atMost, this::raise);
        lock.lock();
        try {
            while (!raised) {
                changed.await();
            }
            raised = false;
        } finally {
            lock.unlock();
            alarm.cancel();
        }
    }

    /** Was it raised? Asked again, it was not. */
    boolean take() {
        if (!raised) {
            return false;
        }
        lock.lock();
        try {
            boolean was = raised;
            raised = false;
            return was;
        } finally {
            lock.unlock();
        }
    }
}
