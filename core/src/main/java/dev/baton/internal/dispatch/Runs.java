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

    private final Map<String, Run> lanes = new HashMap<>();

    /** Whose turn it is in a lane, and who waits behind it. */
    private static final class Run {
        private Attempt first;
        private final Deque<Attempt> behind = new ArrayDeque<>();

        Run(Attempt first) {
            this.first = first;
        }
    }

    /** May it begin as soon as a slot is free? If not, it waits here until the one before it is over. */
    boolean mayBegin(Attempt attempt) {
        String lane = laneOf(attempt);
        Run run = lane == null ? null : lanes.get(lane);
        if (run != null) {
            run.behind.add(attempt);
            return false;
        }
        if (lane != null) {
            lanes.put(lane, new Run(attempt));
        }
        return true;
    }

    /** How many wait behind others. */
    int behind() {
        return lanes.values().stream().mapToInt(run -> run.behind.size()).sum();
    }

    /** It is over, and the next of its lane may begin. */
    @Nullable
    Attempt next(Attempt over) {
        Run run = runOf(over);
        Attempt next = run == null ? null : run.behind.poll();
        if (run != null && next != null) {
            run.first = next;
        } else {
            end(over);
        }
        return next;
    }

    /** It is over, or no longer the owner of its job; those behind it may not begin. */
    List<Attempt> end(Attempt over) {
        Run run = runOf(over);
        if (run == null) {
            return List.of();
        }
        lanes.values().removeIf(each -> each == run);
        return List.copyOf(run.behind);
    }

    /** Nobody waits for it any more, but its lane stays closed here; those behind it may not begin. */
    List<Attempt> leave(Attempt left) {
        Run run = runOf(left);
        if (run == null) {
            return List.of();
        }
        List<Attempt> behind = List.copyOf(run.behind);
        run.behind.clear();
        return behind;
    }

    /** Takes back those that wait behind others, and with each all that wait behind it: nobody overtakes. */
    List<Attempt> take(Predicate<Attempt> wanted) {
        var taken = new ArrayList<Attempt>();
        for (Run run : lanes.values()) {
            List<Attempt> rest = run.behind.stream().dropWhile(wanted.negate()).toList();
            run.behind.removeAll(rest);
            taken.addAll(rest);
        }
        return taken;
    }

    /** Takes this one back if it waits behind others; those behind it go on without it. */
    boolean take(Attempt attempt) {
        return lanes.values().stream().anyMatch(run -> run.behind.remove(attempt));
    }

    /** The run whose turn it is, if it has not lost that. */
    private @Nullable Run runOf(Attempt attempt) {
        String lane = laneOf(attempt);
        Run run = lane == null ? null : lanes.get(lane);
        return run != null && run.first == attempt ? run : null;
    }

    private static @Nullable String laneOf(Attempt attempt) {
        return attempt.turn().map(Turn::lane).orElse(null);
    }
}
