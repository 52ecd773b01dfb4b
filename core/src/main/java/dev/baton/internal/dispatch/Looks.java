package dev.baton.internal.dispatch;

import dev.baton.job.JobId;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Switch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** What the store says at one moment: who has these jobs, and what is switched off. */
    record Seen(Map<JobId, JobView.Standing> standings, List<Switch> off) {

        Optional<JobView.Hold> hold(JobId job) {
            return Optional.ofNullable(standings.get(job)).flatMap(JobView.Standing::hold);
        }
    }

    private static final class Look {
        private final Set<JobId> jobs = ConcurrentHashMap.newKeySet();
        private volatile @Nullable Seen seen;
        private volatile @Nullable RuntimeException failed;
    }

    /** Looks, or waits for who looks for this one, too. Throws what the store has thrown at either. */
    Seen look(JobId job) throws InterruptedException {
        Look mine = join(job);
        looking.lockInterruptibly();
        try {
            RuntimeException failed = mine.failed;
            if (failed != null) {
                throw failed;
            }
            Seen seen = mine.seen;
            return seen == null ? lookFor(mine) : seen;
        } finally {
            looking.unlock();
        }
    }

    private synchronized Look join(JobId job) {
        next.jobs.add(job);
        return next;
    }

    private Seen lookFor(Look all) {
        synchronized (this) {
            next = new Look(); // who asks from now on has to see what is true from now on
        }
        try {
            List<Switch> off = store.switches();
            var seen = new Seen(store.standings(all.jobs, store.clock().instant()), off);
            all.seen = seen;
            return seen;
        } catch (RuntimeException e) {
            all.failed = e;
            throw e;
        }
    }
}
