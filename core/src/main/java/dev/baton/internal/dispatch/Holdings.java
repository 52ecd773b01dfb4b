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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final Slots slots;
    private final Pace pace = new Pace();
    private final int stuckMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Attempt> held = new LinkedHashMap<>();
    private final Map<Key, Attempt> running = new LinkedHashMap<>();
    private final Deque<Attempt> waiting = new ArrayDeque<>();
    private int stuck;

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
            ClaimRequest request = slots.request(node, waiting.size(), pace.ahead(nanos));
            int unrecorded = held.size() - running.size() - waiting.size();
            boolean room = request.total() > 0
                    && request.routes().keySet().stream().anyMatch(request::isOpen)
                    && unrecorded < UNRECORDED_MAX;
            return room ? Optional.of(request) : Optional.empty();
        });
    }

    /** What keeps a job like this from being claimed here now. */
    List<Reason> inTheWay(Route route, Tally tally) {
        return locked(() -> slots.inTheWay(route, tally, waiting.size()));
    }

    void take(Attempt attempt) {
        locked(() -> {
            held.put(Key.of(attempt), attempt);
            slots.claimed(attempt.claim());
            return waiting.add(attempt);
        });
    }

    /** The next that begins, if a slot is free: from now on it runs. */
    @Nullable
    Attempt begin() {
        return locked(() -> {
            Attempt next = slots.free() > 0 ? waiting.poll() : null;
            if (next != null) {
                slots.started();
                running.put(Key.of(next), next);
            }
            return next;
        });
    }

    /** Takes back what has not begun. */
    List<Attempt> takeUnstarted(Predicate<Attempt> wanted) {
        return locked(() -> {
            var taken = new ArrayList<Attempt>();
            for (Iterator<Attempt> each = waiting.iterator(); each.hasNext(); ) {
                Attempt attempt = each.next();
                if (wanted.test(attempt)) {
                    each.remove();
                    slots.over(attempt.claim());
                    taken.add(attempt);
                }
            }
            return taken;
        });
    }

    /** Its handler returned in time, and its slot is free. */
    void ended(Attempt attempt, long nanos) {
        locked(() -> {
            slots.stopped();
            slots.over(attempt.claim());
            pace.ended(nanos);
            return running.remove(Key.of(attempt));
        });
    }

    /**
     * Its handler is left alone. Its slot goes to another while few are stuck; what is limited by type or queue stays limited,
     * as its work may still be going on. Answers how many are stuck.
     */
    int left(Attempt attempt) {
        return locked(() -> {
            running.remove(Key.of(attempt));
            slots.left(attempt.claim());
            stuck++;
            if (stuck <= stuckMax) {
                slots.stopped();
            }
            return stuck;
        });
    }

    /** A handler that was left alone returned after all. Answers how many are still stuck. */
    int returnedLate(Attempt attempt) {
        return locked(() -> {
            if (stuck > stuckMax) {
                slots.stopped();
            }
            slots.returned(attempt.claim());
            stuck--;
            return stuck;
        });
    }

    /** Its end is written down. */
    void recorded(Claim claim) {
        locked(() -> held.remove(new Key(claim.id(), claim.fence())));
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
