package dev.baton.testkit;

import dev.baton.job.DecidingHandler;
import dev.baton.job.Handler;
import dev.baton.job.JobType;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Failures on order, for tests of what an application does when a job fails: the next job of an armed type fails instead of being
 * handled, and so do all its retries. Which job it is says its label, so types under test need labels that tell their jobs apart.
 * Other jobs of the type are handled as ever. Safe for use by several threads.
 */
public final class ArmedFailures {

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> armed = new HashSet<>();
    private final Set<Doomed> doomed = new HashSet<>();

    private record Doomed(String type, String label) {}

    /** What is thrown in place of handling a job; the type may {@linkplain JobType#on say} what it means. */
    public static final class ArmedFailureException extends Exception {
        private static final long serialVersionUID = 1L;

        ArmedFailureException(String label) {
            super("A test wants " + label + " to fail.");
        }
    }

    /** This handler, unless the job is to fail. */
    public <P, C> Handler<P, C> around(JobType<P> type, Handler<P, C> handler) {
        return (payload, run, context) -> {
            refuseDoomed(type, run.label());
            handler.handle(payload, run, context);
        };
    }

    /** The same for a handler that says itself how each attempt ended. */
    public <P, C> DecidingHandler<P, C> aroundDeciding(JobType<P> type, DecidingHandler<P, C> handler) {
        return (payload, run, context) -> {
            refuseDoomed(type, run.label());
            return handler.decide(payload, run, context);
        };
    }

    /** Has the next job of this type fail for good. Armed twice before that job comes, it is still one. */
    public void failNext(JobType<?> type) {
        lock.lock();
        try {
            armed.add(type.name());
        } finally {
            lock.unlock();
        }
    }

    /** Has no job fail any more, those included that have failed until now. */
    public void disarm() {
        lock.lock();
        try {
            armed.clear();
            doomed.clear();
        } finally {
            lock.unlock();
        }
    }

    private void refuseDoomed(JobType<?> type, String label) throws ArmedFailureException {
        lock.lock();
        try {
            var job = new Doomed(type.name(), label);
            if (!doomed.contains(job) && armed.remove(type.name())) {
                doomed.add(job);
            }
            if (doomed.contains(job)) {
                throw new ArmedFailureException(label);
            }
        } finally {
            lock.unlock();
        }
    }
}
