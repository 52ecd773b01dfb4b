package dev.baton.postgres;

import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.OutcomeUnknownException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds jobs of several callers in one transaction. A few transactions are under way at once; who comes then waits, and whoever has ended
 * one has the first of those who wait add the jobs of all. It is for jobs that look at no other job, in a lane or by a key: they wait for
 * nobody in the database, so nobody waits for somebody else's lane. What cannot be added together each adds by itself.
 */
final class SharedInserts {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private static final int UNDER_WAY = 4;
    private static final int JOBS_MAX = 500;

    private final Inserts inserts;
    private final Deque<Caller> waiting = new ArrayDeque<>();
    private int underWay;

    SharedInserts(Inserts inserts) {
        this.inserts = inserts;
    }

    /** Is one of these in a lane, or does it have a key? */
    static boolean looksAtOthers(List<NewJob> jobs) {
        return jobs.stream().anyMatch(job -> job.lane().isPresent() || job.key().isPresent());
    }

    /** A transaction that adds jobs. */
    interface Inserts {
        List<Inserted> insert(List<NewJob> jobs, Instant now);
    }

    /** Somebody who adds jobs, and what came of it. */
    private static final class Caller {
        private final Thread thread = Thread.currentThread();
        private final List<NewJob> jobs;
        private final Instant now;
        private List<Caller> toAdd = List.of();
        private @Nullable List<Inserted> added;
        private @Nullable OutcomeUnknownException unknown;
        /** Written after all others, and read before them. */
        private volatile boolean told;

        private Caller(List<NewJob> jobs, Instant now) {
            this.jobs = jobs;
            this.now = now;
        }

        private void tell() {
            told = true;
            LockSupport.unpark(thread);
        }

        /** Waits until it is told. Like any call to a database, it does not end by an interrupt. */
        private void await() {
            boolean interrupted = false;
            while (!told) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                thread.interrupt();
            }
        }
    }

    List<Inserted> insert(List<NewJob> jobs, Instant now) {
        var me = new Caller(jobs, now);
        if (!beginsAtOnce(me)) {
            me.await();
        }
        if (me.toAdd.isEmpty()) {
            return answer(me);
        }
        try {
            if (me.toAdd.size() > 1) {
                addTogether(me.toAdd);
            }
            return answer(me);
        } finally {
            next();
        }
    }

    private synchronized boolean beginsAtOnce(Caller me) {
        if (underWay < UNDER_WAY) {
            underWay++;
            me.toAdd = List.of(me);
            return true;
        }
        waiting.add(me);
        return false;
    }

    /** What others have done for this one; if they have not, it does it now. */
    private List<Inserted> answer(Caller me) {
        if (me.unknown != null) {
            throw new OutcomeUnknownException(String.valueOf(me.unknown.getMessage()), me.unknown);
        }
        return me.added == null ? inserts.insert(me.jobs, me.now) : me.added;
    }

    /** Has the first of those who wait go on, for as many as fit. */
    private void next() {
        var all = new ArrayList<Caller>();
        synchronized (this) {
            int jobs = 0;
            while (!waiting.isEmpty()
                    && (all.isEmpty() || jobs + waiting.element().jobs.size() <= JOBS_MAX)) {
                Caller each = waiting.remove();
                jobs += each.jobs.size();
                all.add(each);
            }
            if (all.isEmpty()) {
                underWay--;
                return;
            }
        }
        all.get(0).toAdd = all;
        all.get(0).tell();
    }

    /** The time is the latest of theirs: what any of them wants at once is due. */
    private void addTogether(List<Caller> all) {
        List<NewJob> jobs = all.stream().flatMap(each -> each.jobs.stream()).toList();
        Instant now = all.stream().map(each -> each.now).max(Instant::compareTo).orElseThrow();
        try {
            List<Inserted> added = inserts.insert(jobs, now);
            int first = 0;
            for (Caller each : all) {
                each.added = added.subList(first, first + each.jobs.size());
                first += each.jobs.size();
            }
        } catch (OutcomeUnknownException lost) {
            all.forEach(each -> each.unknown = lost);
        } catch (RuntimeException refused) {
            LOG.debug("shared_insert_failed", refused); // each has its own answer in a moment
        } finally {
            all.forEach(Caller::tell);
        }
    }
}
