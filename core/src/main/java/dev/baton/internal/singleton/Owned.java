package dev.baton.internal.singleton;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import java.util.concurrent.locks.ReentrantLock;

/** A singleton that this node owns, and the thread that runs its task. */
final class Owned {

    private final Claim claim;
    private final Thread runner = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean over;
    private boolean told;

    /** Owned by the thread that makes this. */
    Owned(Claim claim) {
        this.claim = claim;
    }

    JobId job() {
        return claim.id();
    }

    long fence() {
        return claim.fence();
    }

    /** Tells its task to stop, as it is not to run here any more. */
    void stop() {
        lock.lock();
        try {
            if (!over && !told) {
                told = true;
                runner.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Was its task told to stop? */
    boolean isToldToStop() {
        lock.lock();
        try {
            return told;
        } finally {
            lock.unlock();
        }
    }

    /** Its task has ended: nobody is interrupted any more, and an interrupt that was meant for the task is gone with it. */
    void end(boolean keepInterrupt) {
        lock.lock();
        try {
            over = true;
            if (told && !keepInterrupt) {
                Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }
}
