package dev.baton.internal.dispatch;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.NodeId;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what this process has claimed: hands it to handlers as slots become free, watches their time, and passes on how they
 * ended. A job is held until its end is written down.
 */
public final class Dispatcher {

    /** What was claimed ahead and could not begin is somebody else's chance. */
    private static final Duration UNSTARTED_MAX = Duration.ofSeconds(1);
    /** How long a handler whose time is over may take to end before it is left alone. */
    private static final Duration LEAVE_AFTER = Duration.ofSeconds(1);
    /** So many ends may wait to be written down; then nothing more is claimed. */
    private static final int UNRECORDED_MAX = 2_000;

    private static final Duration NO_THREADS_PAUSE = Duration.ofSeconds(1);
    private static final Duration WATCH_EVERY = Duration.ofMillis(500);

    private final Surroundings around;
    private final Registry registry;
    private final Handling handling;
    private final Slots slots;
    private final Pace pace = new Pace();
    private final int stuckMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Attempt> held = new LinkedHashMap<>();
    private final Map<Key, Attempt> started = new LinkedHashMap<>();
    private final Deque<Attempt> waiting = new ArrayDeque<>();
    private int stuck;
    private volatile long noThreadsUntil;

    private record Key(JobId job, long fence) {
        static Key of(Attempt attempt) {
            return new Key(attempt.id(), attempt.fence());
        }
    }

    /** Where ends go, to be written down. */
    public interface Ends {
        /** An attempt is over, like this. */
        void ended(Claim claim, Ending ending, Duration took);
    }

    /**
     * What a dispatcher lives among.
     *
     * @param freed told when a slot became free
     * @param hurry told when an attempt began whose time is short
     */
    public record Surroundings(
            Timeline time, HandlerThreads threads, Ends ends, Consumer<Event> events, Runnable freed, Runnable hurry) {}

    /** How many jobs may run at once: in all, and at most so many of some types and from some queues. */
    public record Limits(int total, Map<String, Integer> types, Map<String, Integer> queues) {}

    /** Runs these handlers, at most so many at once. */
    public Dispatcher(Surroundings around, Registry registry, Handling handling, Limits limits) {
        this.around = around;
        this.registry = registry;
        this.handling = handling;
        this.slots = new Slots(limits, registry.routes());
        this.stuckMax = limits.total();
        this.noThreadsUntil = around.time().nanos();
    }

    /** What there is room for now; empty if for nothing. */
    public Optional<ClaimRequest> room(NodeId node) {
        lock.lock();
        try {
            int prefetch = Math.max(0, pace.ahead(around.time().nanos()) - waiting.size());
            ClaimRequest request = slots.request(node, prefetch);
            int unrecorded = held.size() - started.size() - waiting.size();
            boolean room = request.total() > 0
                    && !request.routes().isEmpty()
                    && unrecorded < UNRECORDED_MAX
                    && around.time().nanos() - noThreadsUntil >= 0;
            return room ? Optional.of(request) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Takes these on: they begin as slots are free, in this order. */
    public void take(List<Claim> claims) {
        lock.lock();
        try {
            for (Claim claim : claims) {
                Registration<?, ?> registration = registry.find(claim.route().type());
                if (registration == null) {
                    throw new IllegalStateException("Claimed what nobody here handles: " + claim.route());
                }
                var attempt = new Attempt(claim, registration, around.time().nanos());
                held.put(Key.of(attempt), attempt);
                slots.claimed(claim);
                waiting.add(attempt);
            }
        } finally {
            lock.unlock();
        }
        startWaiting();
    }

    /** Is this claim known here? */
    public boolean holds(JobId job, long fence) {
        lock.lock();
        try {
            return held.containsKey(new Key(job, fence));
        } finally {
            lock.unlock();
        }
    }

    /** Is nothing held here? */
    public boolean isEmpty() {
        lock.lock();
        try {
            return held.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** How many handlers run, not counting those that were left alone. */
    public int running() {
        lock.lock();
        try {
            return started.size();
        } finally {
            lock.unlock();
        }
    }

    /** The end of this attempt is written down. */
    public void recorded(Claim claim) {
        lock.lock();
        try {
            held.remove(new Key(claim.id(), claim.fence()));
        } finally {
            lock.unlock();
        }
    }

    /** Somebody wants this job cancelled: it does not begin, or is told to end. */
    public void cancel(JobId job, long fence) {
        boolean unstarted;
        Attempt attempt;
        lock.lock();
        try {
            attempt = held.get(new Key(job, fence));
            if (attempt == null) {
                return;
            }
            unstarted = waiting.remove(attempt);
        } finally {
            lock.unlock();
        }
        if (unstarted) {
            giveBack(attempt, new Ending.Cancelled());
        } else {
            attempt.tell(Attempt.Reason.CANCELLED, around.time().nanos());
        }
    }

    /** Gives back what was claimed ahead and not begun for too long. */
    public void giveBackStale() {
        giveBackOlderThan(UNSTARTED_MAX);
    }

    /** Gives back all that was not begun. */
    public void giveBackUnstarted() {
        giveBackOlderThan(Duration.ZERO);
    }

    /** Tells every handler to end, as the engine stops. */
    public void interruptAll() {
        running(attempts -> attempts.forEach(
                attempt -> attempt.tell(Attempt.Reason.STOPPING, around.time().nanos())));
    }

    /** Leaves every handler alone that has not ended; its job is given back. */
    public void leaveAll() {
        running(attempts -> attempts.forEach(attempt -> leave(attempt, new Ending.Released())));
    }

    /** How far handlers are, if that changed since the last call. */
    public List<Progress> takeProgress() {
        var taken = new ArrayList<Progress>();
        running(attempts -> attempts.forEach(attempt -> attempt.takeProgress().ifPresent(taken::add)));
        return taken;
    }

    /** Looks after the time of handlers. Answers when to look again. */
    public Duration watch() {
        var next = new Duration[] {WATCH_EVERY};
        running(attempts -> attempts.forEach(attempt -> {
            Duration untilNext = watch(attempt);
            next[0] = untilNext.compareTo(next[0]) < 0 ? untilNext : next[0];
        }));
        return next[0];
    }

    /** The time of an attempt is over: it is told; it did not listen: it is left alone. */
    private Duration watch(Attempt attempt) {
        long now = around.time().nanos();
        Duration left = attempt.untilDeadline(now);
        if (left.compareTo(Duration.ZERO) > 0) {
            return left;
        }
        attempt.tell(Attempt.Reason.TIMED_OUT, now);
        Duration patience = attempt.told() == Attempt.Reason.TIMED_OUT
                ? LEAVE_AFTER.minus(attempt.sinceTold(now))
                : LEAVE_AFTER.plus(left);
        if (patience.compareTo(Duration.ZERO) > 0 || attempt.told() == Attempt.Reason.STOPPING) {
            return patience.compareTo(Duration.ZERO) > 0 ? patience : WATCH_EVERY;
        }
        leave(attempt, handling.leftAlone(attempt));
        return WATCH_EVERY;
    }

    private void running(Consumer<List<Attempt>> action) {
        List<Attempt> attempts;
        lock.lock();
        try {
            attempts = List.copyOf(started.values());
        } finally {
            lock.unlock();
        }
        action.accept(attempts);
    }

    private void giveBackOlderThan(Duration age) {
        var back = new ArrayList<Attempt>();
        lock.lock();
        try {
            while (!waiting.isEmpty()
                    && waiting.getFirst()
                                    .waitedSinceClaim(around.time().nanos())
                                    .compareTo(age)
                            >= 0) {
                back.add(waiting.removeFirst());
            }
        } finally {
            lock.unlock();
        }
        back.forEach(attempt -> giveBack(attempt, new Ending.Released()));
    }

    private void giveBack(Attempt attempt, Ending ending) {
        lock.lock();
        try {
            slots.over(attempt.claim());
        } finally {
            lock.unlock();
        }
        attempt.end();
        around.ends().ended(attempt.claim(), ending, Duration.ZERO);
    }

    private void startWaiting() {
        for (Attempt next = nextToStart(); next != null; next = nextToStart()) {
            start(next);
        }
    }

    private @Nullable Attempt nextToStart() {
        lock.lock();
        try {
            Attempt next = slots.free() > 0 ? waiting.poll() : null;
            if (next != null) {
                slots.started();
                started.put(Key.of(next), next);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void start(Attempt attempt) {
        attempt.begin(around.time().nanos(), handling.now());
        try {
            around.threads().execute(() -> run(attempt));
        } catch (RuntimeException | OutOfMemoryError noThread) {
            // Without a pause the job would be claimed again at once, and given back again, for as long as that lasts.
            noThreadsUntil = around.time().nanos() + NO_THREADS_PAUSE.toNanos();
            around.events().accept(new Event.StepFailed("dispatch", 1, noThread));
            conclude(attempt, new Ending.Released());
        }
        if (attempt.timeout().compareTo(WATCH_EVERY.multipliedBy(2)) < 0) {
            around.hurry().run();
        }
    }

    private void run(Attempt attempt) {
        Claim claim = attempt.claim();
        Route route = claim.route();
        around.events()
                .accept(new Event.JobStarted(
                        claim.id(),
                        route.type(),
                        route.queue(),
                        attempt.attempt(),
                        claim.fence(),
                        handling.waited(claim)));
        conclude(attempt, handling.run(attempt));
    }

    private void conclude(Attempt attempt, Ending ending) {
        if (!attempt.end()) {
            returnedLate(attempt);
            return;
        }
        long now = around.time().nanos();
        lock.lock();
        try {
            started.remove(Key.of(attempt));
            slots.stopped();
            slots.over(attempt.claim());
            pace.ended(now);
        } finally {
            lock.unlock();
        }
        around.ends().ended(attempt.claim(), ending, attempt.took(now));
        startWaiting();
        around.freed().run();
    }

    /** Java has no way to stop it. Its slot goes to another thread while few are stuck; beyond that it stays taken. */
    private void leave(Attempt attempt, Ending ending) {
        if (!attempt.end()) {
            return;
        }
        long now = around.time().nanos();
        int stuckNow;
        lock.lock();
        try {
            started.remove(Key.of(attempt));
            stuckNow = ++stuck;
            if (stuckNow <= stuckMax) {
                slots.stopped();
            }
            slots.over(attempt.claim());
        } finally {
            lock.unlock();
        }
        Route route = attempt.claim().route();
        around.events()
                .accept(new Event.HandlerStuck(
                        attempt.id(), route.type(), route.queue(), attempt.sinceTold(now), stuckNow));
        around.ends().ended(attempt.claim(), ending, attempt.took(now));
        startWaiting();
        around.freed().run();
    }

    private void returnedLate(Attempt attempt) {
        int stuckNow;
        lock.lock();
        try {
            if (stuck > stuckMax) {
                slots.stopped();
            }
            stuckNow = --stuck;
        } finally {
            lock.unlock();
        }
        Route route = attempt.claim().route();
        around.events().accept(new Event.HandlerReturnedLate(attempt.id(), route.type(), route.queue(), stuckNow));
        startWaiting();
        around.freed().run();
    }
}
