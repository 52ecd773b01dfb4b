package dev.baton.internal.dispatch;

import dev.baton.job.JobId;
import dev.baton.store.Grounds;
import dev.baton.store.JobStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the store for attempts that ask whether they may go ahead. While one look is under way, whoever asks waits for the next, and
 * that is for all of them: however many ask, the store is asked by one. Nobody gets an answer that is older than its question.
 */
final class Looks {

    private final JobStore store;
    private final ReentrantLock looking = new ReentrantLock();
    private Look next = new Look();

    Looks(JobStore store) {
        this.store = store;
    }

    private static final class Look {
        private final Set<JobId> jobs = ConcurrentHashMap.newKeySet();
        private volatile @Nullable Grounds seen;
        private volatile @Nullable RuntimeException failed;
    }

    /** Looks, or waits for who looks for this one, too. Throws what the store has thrown at either. */
    Grounds look(JobId job) throws InterruptedException {
        Look mine = join(job);
        looking.lockInterruptibly();
        try {
            RuntimeException failed = mine.failed;
            if (failed != null) {
                throw failed;
            }
            Grounds seen = mine.seen;
            return seen == null ? lookFor(mine) : seen;
        } finally {
            looking.unlock();
        }
    }

    private synchronized Look join(JobId job) {
        next.jobs.add(job);
        return next;
    }

    /** Who is interrupted meanwhile may well have been refused for that: it takes nobody's answer away, the next one looks for all. */
    private Grounds lookFor(Look all) throws InterruptedException {
        synchronized (this) {
            next = new Look(); // who asks from now on has to see what is true from now on
        }
        try {
            Grounds seen = store.grounds(all.jobs, store.clock().instant());
            all.seen = seen;
            return seen;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException().initCause(e);
            }
            all.failed = e;
            throw e;
        }
    }
}
