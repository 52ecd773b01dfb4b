package dev.baton.internal.runtime;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Waits for jobs to end. The store is asked every so often, as they may run elsewhere; what ends here wakes who waits for it
 * at once.
 */
final class Awaiting {

    private static final Duration ASK_EVERY = Duration.ofMillis(100);
    private static final int NAMED_MAX = 10;
    private static final Duration LONGEST = Duration.ofDays(10_000);

    private final JobStore store;
    private final Timeline time;
    private final List<Waiter> waiters = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;

    /** Looks at where jobs stand while they are waited for; throws if there is nothing to wait for any more. */
    interface Judge {
        void look(Map<JobId, JobView.Standing> standings);
    }

    private record Waiter(Set<JobId> jobs, Signal signal) {}

    Awaiting(JobStore store, Timeline time) {
        this.store = store;
        this.time = time;
    }

    /** These have ended here. */
    void ended(Collection<JobId> jobs) {
        for (Waiter waiter : waiters) {
            if (jobs.stream().anyMatch(waiter.jobs()::contains)) {
                waiter.signal().raise();
            }
        }
    }

    /** Everybody who waits is told that the engine stops. */
    void stop() {
        stopped = true;
        waiters.forEach(waiter -> waiter.signal().raise());
    }

    /** Waits until each of these is over or parked, and says where each stands. */
    Map<JobId, JobState> await(Collection<JobId> jobs, Duration atMost) throws InterruptedException {
        return await(jobs, atMost, standings -> {});
    }

    /** The same, for as long as this one does not object to where they stand. */
    Map<JobId, JobState> await(Collection<JobId> jobs, Duration atMost, Judge judge) throws InterruptedException {
        var waiter = new Waiter(Set.copyOf(jobs), new Signal(time));
        waiters.add(waiter);
        try {
            return await(waiter, new LinkedHashSet<>(jobs), atMost, judge);
        } finally {
            waiters.remove(waiter);
        }
    }

    private Map<JobId, JobState> await(Waiter waiter, Set<JobId> open, Duration atMost, Judge judge)
            throws InterruptedException {
        var ended = new LinkedHashMap<JobId, JobState>();
        open.forEach(job -> ended.put(job, JobState.READY));
        long began = time.nanos();
        Duration bounded = atMost.compareTo(LONGEST) > 0 ? LONGEST : atMost;
        while (true) {
            Map<JobId, JobView.Standing> standings =
                    store.standings(open, store.clock().instant());
            judge.look(standings);
            standings.forEach((job, standing) -> {
                if (isOver(standing.state())) {
                    ended.put(job, standing.state());
                    open.remove(job);
                }
            });
            if (open.isEmpty()) {
                return ended;
            }
            Duration left = bounded.isNegative() ? Duration.ZERO : bounded.minusNanos(time.nanos() - began);
            if (left.isNegative() || left.isZero()) {
                throw notInTime(open, atMost);
            }
            if (stopped) {
                throw new BatonException(
                        "STOPPED", "The engine stopped while " + named(open) + " had not ended; nothing was lost.");
            }
            waiter.signal().await(left.compareTo(ASK_EVERY) < 0 ? left : ASK_EVERY);
        }
    }

    /** Dead and held jobs do not go on by themselves, so there is nothing to wait for. */
    private static boolean isOver(JobState state) {
        return state.isFinal() || state.isParked();
    }

    private BatonException notInTime(Set<JobId> open, Duration atMost) {
        return new BatonException(
                "AWAIT_TIMEOUT",
                "Not ended within " + atMost.toMillis() / 1000.0 + " s: " + named(open)
                        + ". Nothing was done to them; they can be awaited again.");
    }

    private String named(Set<JobId> open) {
        String named = open.stream()
                .limit(NAMED_MAX)
                .map(job -> store.find(job, store.clock().instant())
                        .map(JobView::label)
                        .filter(label -> !label.isBlank())
                        .map(label -> label + " (" + job + ")")
                        .orElse("job " + job))
                .collect(Collectors.joining(", "));
        return open.size() > NAMED_MAX ? named + " and " + (open.size() - NAMED_MAX) + " more" : named;
    }
}
