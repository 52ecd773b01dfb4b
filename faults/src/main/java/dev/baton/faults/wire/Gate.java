package dev.baton.faults.wire;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets everything through, or holds everything up until it is opened again. Nothing gets lost at it: networks send again. */
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    void close() {
        set(true);
    }

    void open() {
        set(false);
    }

    private void set(boolean close) {
        lock.lock();
        try {
            closed = close;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it is open. */
    void pass() {
        lock.lock();
        try {
            while (closed) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
