package dev.baton.internal.dispatch;

import dev.baton.job.JobId;
import dev.baton.observe.Reason;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this process has claimed and not yet written down the end of: what waits for a slot, what runs, what is over. Safe for
 * use by several threads; every question and every change is one step.
 */
final class Holdings {

    /** So many ends may wait to be written down; then nothing more is claimed. */
    private static final int UNRECORDED_MAX = 2_000;
    /** Lanes are claimed for so many times as long ahead as others are: those that wait in a run take no slot, and keep nobody waiting. */
    private static final int IN_HAND = 4;

    private final Slots slots;
    private final Pace pace = new Pace();
    private final Runs runs = new Runs();
    private final int stuckMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Attempt> held = new LinkedHashMap<>();
    private final Map<Key, Attempt> running = new LinkedHashMap<>();
    /** What waits for a slot: first what must not wait long, as little of it is claimed ahead. */
    private final Deque<Attempt> urgent = new ArrayDeque<>();

    private final Deque<Attempt> waiting = new ArrayDeque<>();
    private final Map<Key, Attempt> left = new LinkedHashMap<>();
    /** Those behind which others of a strict lane wait for their ends to be written down: of type and queue they count until then. */
    private final Set<Key> awaited = new HashSet<>();
    /** Those of strict lanes whose ends were written down before their threads have said that they are over; and who has left its lane. */
    private final Map<Key, Boolean> early = new HashMap<>();

    private final Pace lanePace = new Pace();
    /** What becomes free is offered to what is not claimed ahead, until the store was asked, and only then to what was: every other time. */
    private boolean offered;

    private boolean offerNext;
    private boolean stopped;

    private record Key(JobId job, long fence) {
        static Key of(Attempt attempt) {
            return new Key(attempt.id(), attempt.fence());
        }
    }

    Holdings(Slots slots, int stuckMax) {
        this.slots = slots;
        this.stuckMax = stuckMax;
    }

    /** What there is room for now; empty if for nothing. */
    Optional<ClaimRequest> room(NodeId node, long nanos) {
        return locked(() -> {
            ClaimRequest request = slots.request(
                    node,
                    new Slots.Waiting(urgent.size(), waiting.size()),
                    pace.ahead(nanos, slots.total()),
                    lanePace.ahead(nanos) * IN_HAND);
            int unrecorded = held.size() - running.size() - waiting.size() - urgent.size() - runs.behind();
            boolean room = request.total() > 0
                    && request.routes().keySet().stream().anyMatch(request::isOpen)
                    && unrecorded < UNRECORDED_MAX;
            return room ? Optional.of(request) : Optional.empty();
        });
    }

    /** Does it count for a limit of all nodes? */
    boolean isShared(Route route) {
        return slots.isShared(route);
    }

    /** What keeps a job like this from being claimed here now. */
    List<Reason> inTheWay(Route route, Tally tally) {
        return locked(() -> slots.inTheWay(route, tally, waiting.size() + urgent.size()));
    }

    /** All in one step: who is first in its lane does not end before it is known who is behind it. */
    void take(List<Attempt> attempts) {
        locked(() -> {
            attempts.forEach(this::takeOne);
            return attempts;
        });
    }

    private void takeOne(Attempt attempt) {
        held.put(Key.of(attempt), attempt);
        if (runs.mayBegin(attempt)) {
            slots.claimed(attempt.claim());
            (slots.isUrgent(attempt.claim()) ? urgent : waiting).add(attempt);
        }
    }

    /** From now on nothing begins. Answers all that has not begun. */
    List<Attempt> stop() {
        return locked(() -> {
            stopped = true;
            var unstarted = new ArrayList<Attempt>(takeBehind(attempt -> true));
            unstarted.addAll(takeUnstarted(attempt -> true));
            return unstarted;
        });
    }

    /** The next that begins, if a slot is free: from now on it runs. */
    @Nullable
    Attempt begin() {
        return locked(() -> {
            Attempt next = nextWaiting();
            if (next != null) {
                slots.started();
                running.put(Key.of(next), next);
            }
            return next;
        });
    }

    /** Does anything wait for a slot? */
    boolean isAnythingWaiting() {
        return locked(() -> !urgent.isEmpty() || !waiting.isEmpty());
    }

    private @Nullable Attempt nextWaiting() {
        if (stopped || slots.free() == 0 || (urgent.isEmpty() && offered)) {
            return null;
        }
        return urgent.isEmpty() ? waiting.poll() : urgent.poll();
    }

    /**
     * The store was asked for more, and may have had something: what was offered is free for all, and another comes first next.
     * True if something was.
     */
    boolean looked(boolean found) {
        return locked(() -> {
            boolean was = offered;
            offered = false;
            offerNext = slots.haveCareful() && !offerNext;
            if (found) {
                slots.nextTurn();
            }
            return was;
        });
    }

    /** Is what became free kept for what is not claimed ahead, until the store was asked? */
    boolean isOffered() {
        return locked(() -> offered);
    }

    /** Takes back what waits for a slot, and with it what waits behind it in its lane. */
    List<Attempt> takeUnstarted(Predicate<Attempt> wanted) {
        return locked(() -> {
            var taken = new ArrayList<Attempt>();
            urgent.stream().filter(wanted).forEach(taken::add);
            waiting.stream().filter(wanted).forEach(taken::add);
            urgent.removeIf(wanted);
            waiting.removeIf(wanted);
            for (Attempt attempt : List.copyOf(taken)) {
                slots.over(attempt.claim());
                taken.addAll(runs.end(attempt));
            }
            return taken;
        });
    }

    /** Takes back what waits behind another of its lane. */
    List<Attempt> takeBehind(Predicate<Attempt> wanted) {
        return locked(() -> runs.take(wanted));
    }

    /** Takes this one back if it has not begun; those behind it in its lane go on without it. */
    boolean takeUnstarted(Attempt attempt) {
        return locked(() -> {
            boolean strict = slots.isStrict(attempt.claim());
            if (urgent.remove(attempt) || waiting.remove(attempt)) {
                slots.over(attempt.claim());
                if (!strict || !runs.over(attempt)) {
                    goOn(runs.next(attempt));
                }
                return true;
            }
            return runs.isBehind(attempt) && ((strict && runs.over(attempt)) || runs.take(attempt));
        });
    }

    /** Do others of its strict lane wait for its end to be written down? */
    boolean isAwaited(Attempt attempt) {
        return locked(() -> slots.isStrict(attempt.claim()) && runs.isFollowed(attempt));
    }

    /** Its handler returned in time, and its slot is free. Answers what was claimed behind it in its lane and is not to begin. */
    List<Attempt> ended(Attempt attempt, boolean goesOn, long nanos) {
        return locked(() -> {
            slots.stopped();
            pace.ended(nanos);
            if (attempt.claim().turn().isPresent()) {
                lanePace.ended(nanos);
            }
            running.remove(Key.of(attempt));
            Boolean hasLeft = early.remove(Key.of(attempt));
            if (goesOn && hasLeft == null && slots.isStrict(attempt.claim()) && runs.over(attempt)) {
                awaited.add(Key.of(attempt));
                return List.of();
            }
            offered = offerNext;
            slots.over(attempt.claim());
            return endOfTurn(attempt, goesOn && !Boolean.FALSE.equals(hasLeft));
        });
    }

    private List<Attempt> endOfTurn(Attempt attempt, boolean goesOn) {
        if (goesOn) {
            goOn(runs.next(attempt));
            return List.of();
        }
        return runs.end(attempt);
    }

    private void goOn(@Nullable Attempt next) {
        if (next != null) {
            slots.claimed(next.claim());
            waiting.addFirst(next);
        }
    }

    /** In a strict lane the next comes after all that could begin before it, as if it had been claimed now. */
    private void goOnInTurn(@Nullable Attempt next, long nanos) {
        if (next != null) {
            next.waitsSince(nanos);
            slots.claimed(next.claim());
            (slots.isUrgent(next.claim()) ? urgent : waiting).add(next);
        }
    }

    /**
     * Its handler is left alone. Its slot goes to another while few are stuck; what is limited by type or queue stays limited,
     * as its work may still be going on, and so does its lane. Answers what was claimed behind it there and is not to begin.
     */
    List<Attempt> left(Attempt attempt) {
        return locked(() -> {
            running.remove(Key.of(attempt));
            left.put(Key.of(attempt), attempt);
            slots.left(attempt.claim());
            if (left.size() <= stuckMax) {
                slots.stopped();
            }
            return runs.leave(attempt);
        });
    }

    /** A handler that was left alone returned after all. Answers what was claimed behind it meanwhile. */
    List<Attempt> returnedLate(Attempt attempt) {
        return locked(() -> {
            if (left.size() > stuckMax) {
                slots.stopped();
            }
            slots.returned(attempt.claim());
            left.remove(Key.of(attempt));
            return runs.end(attempt);
        });
    }

    /** Its job was taken from it: its lane may go on without it. Answers what was claimed behind it and is to be claimed again. */
    List<Attempt> lost(Attempt attempt) {
        return locked(() -> runs.end(attempt));
    }

    /** Those whose handlers were left alone and have not returned. */
    List<Attempt> left() {
        return locked(() -> List.copyOf(left.values()));
    }

    /** How many handlers were left alone and have not returned. */
    int stuck() {
        return locked(left::size);
    }

    /** What comes of an end that was written down: those behind it that are not to begin, and whether one may. */
    record Next(List<Attempt> refused, boolean mayBegin) {}

    /** Its end is written down. Unless its job has left the lane, what was claimed behind it is not to begin. */
    Next recorded(Claim claim, boolean hasLeft, long nanos) {
        return locked(() -> {
            var key = new Key(claim.id(), claim.fence());
            Attempt attempt = held.remove(key);
            if (awaited.remove(key)) {
                slots.over(claim);
            }
            if (attempt == null) {
                return new Next(List.of(), false);
            }
            if (running.containsKey(key) && attempt.claim().turn().isPresent() && slots.isStrict(claim)) {
                early.put(key, hasLeft);
                return new Next(List.of(), false);
            }
            List<Attempt> refused = hasLeft ? List.of() : runs.refused(attempt);
            Attempt next = runs.recorded(attempt);
            goOnInTurn(next, nanos);
            return new Next(refused, next != null);
        });
    }

    Optional<Attempt> find(JobId job, long fence) {
        return locked(() -> Optional.ofNullable(held.get(new Key(job, fence))));
    }

    List<Attempt> running() {
        return locked(() -> List.copyOf(running.values()));
    }

    boolean isEmpty() {
        return locked(held::isEmpty);
    }

    private <T extends @Nullable Object> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
