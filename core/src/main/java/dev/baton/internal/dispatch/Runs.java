package dev.baton.internal.dispatch;

import dev.baton.job.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The jobs of each lane that are held here: one of them may run, and the others wait behind it. Guarded by its owner's lock. */
final class Runs {

    private final Map<String, Deque<Attempt>> behind = new HashMap<>();

    /** May it begin as soon as a slot is free? If not, it waits here until the one before it is over. */
    boolean mayBegin(Attempt attempt) {
        String lane = laneOf(attempt);
        Deque<Attempt> waiting = lane == null ? null : behind.get(lane);
        if (waiting != null) {
            waiting.add(attempt);
            return false;
        }
        if (lane != null) {
            behind.put(lane, new ArrayDeque<>());
        }
        return true;
    }

    /** It is over, and the next of its lane may begin. */
    @Nullable
    Attempt next(Attempt over) {
        String lane = laneOf(over);
        Deque<Attempt> waiting = lane == null ? null : behind.get(lane);
        if (lane == null || waiting == null) {
            return null;
        }
        Attempt next = waiting.poll();
        if (next == null) {
            behind.remove(lane);
        }
        return next;
    }

    /** It is over, and those behind it may not begin. */
    List<Attempt> end(Attempt over) {
        String lane = laneOf(over);
        Deque<Attempt> waiting = lane == null ? null : behind.remove(lane);
        return waiting == null ? List.of() : List.copyOf(waiting);
    }

    /** Nobody waits for it any more, but its lane stays closed here; those behind it may not begin. */
    List<Attempt> leave(Attempt left) {
        String lane = laneOf(left);
        Deque<Attempt> waiting = lane == null ? null : behind.replace(lane, new ArrayDeque<>());
        return waiting == null ? List.of() : List.copyOf(waiting);
    }

    /** Takes back those that wait behind others. */
    List<Attempt> take(Predicate<Attempt> wanted) {
        var taken = new ArrayList<Attempt>();
        behind.values().forEach(waiting -> waiting.removeIf(attempt -> wanted.test(attempt) && taken.add(attempt)));
        return taken;
    }

    private static @Nullable String laneOf(Attempt attempt) {
        return attempt.turn().map(Turn::lane).orElse(null);
    }
}
