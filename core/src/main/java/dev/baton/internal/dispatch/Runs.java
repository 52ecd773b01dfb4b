package dev.baton.internal.dispatch;

import dev.baton.job.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of each lane that are held here: one of them may run, and the others wait behind it. In a strict lane one that is over
 * stays in the way of those behind it until its end is written down. Guarded by its owner's lock.
 */
final class Runs {

    private final Map<String, Run> lanes = new HashMap<>();

    /** Those of a lane, in order; and those of them that are over. */
    private static final class Run {
        private final Deque<Attempt> members = new ArrayDeque<>();
        private final Set<Attempt> over = new HashSet<>();

        boolean isFirst(Attempt attempt) {
            return members.peekFirst() == attempt;
        }

        /** Those behind the first, in order. */
        List<Attempt> behind() {
            return members.stream().skip(1).toList();
        }

        void remove(Attempt leaving) {
            members.remove(leaving);
            over.remove(leaving);
        }

        /** Removes these; answers those of them that are not over. */
        List<Attempt> take(List<Attempt> leaving) {
            List<Attempt> taken =
                    leaving.stream().filter(each -> !over.contains(each)).toList();
            members.removeAll(leaving);
            over.removeAll(leaving);
            return taken;
        }
    }

    /** May it begin as soon as a slot is free? If not, it waits here until those before it are over. */
    boolean mayBegin(Attempt attempt) {
        String lane = laneOf(attempt);
        if (lane == null) {
            return true;
        }
        Run run = lanes.computeIfAbsent(lane, any -> new Run());
        run.members.add(attempt);
        return run.isFirst(attempt);
    }

    /** How many wait behind others. */
    int behind() {
        return lanes.values().stream().mapToInt(run -> run.members.size() - 1).sum();
    }

    /** Does anybody wait behind it? */
    boolean isFollowed(Attempt attempt) {
        Run run = runOf(attempt);
        return run != null && run.members.peekLast() != attempt;
    }

    /** It is over, and the next of its lane may begin. */
    @Nullable
    Attempt next(Attempt over) {
        Run run = runOf(over);
        return run != null && run.isFirst(over) ? without(over, run) : null;
    }

    /** It is over, or will not begin; but those behind it wait until that is written down. False if nobody is behind it. */
    boolean over(Attempt over) {
        Run run = runOf(over);
        return run != null && run.members.peekLast() != over && run.over.add(over);
    }

    /** The end of one that was over is written down. Answers who may begin now. */
    @Nullable
    Attempt recorded(Attempt recorded) {
        Run run = runOf(recorded);
        if (run == null || !run.over.contains(recorded)) {
            return null;
        }
        boolean first = run.isFirst(recorded);
        Attempt next = without(recorded, run);
        return first ? next : null;
    }

    /** Takes it out. Answers who comes first then, unless that one is over, too. */
    private @Nullable Attempt without(Attempt leaving, Run run) {
        run.remove(leaving);
        Attempt first = run.members.peekFirst();
        if (first == null) {
            lanes.remove(laneOf(leaving));
        }
        return first == null || run.over.contains(first) ? null : first;
    }

    /** Its end did not count, or its job stays in the lane. Takes back those that were claimed with it and wait behind it. */
    List<Attempt> refused(Attempt refused) {
        Run run = runOf(refused);
        if (run == null || !run.over.contains(refused)) {
            return List.of();
        }
        return run.take(run.members.stream()
                .dropWhile(each -> each != refused)
                .skip(1)
                .filter(each -> each.fence() == refused.fence())
                .toList());
    }

    /** It is over, or no longer the owner of its job; those behind it may not begin. */
    List<Attempt> end(Attempt over) {
        Run run = runOf(over);
        if (run == null || !run.isFirst(over)) {
            return List.of();
        }
        lanes.remove(laneOf(over));
        return run.take(run.behind());
    }

    /** Nobody waits for it any more, but its lane stays closed here; those behind it may not begin. */
    List<Attempt> leave(Attempt left) {
        Run run = runOf(left);
        return run == null || !run.isFirst(left) ? List.of() : run.take(run.behind());
    }

    /** Takes back those that wait behind others, and with each all that wait behind it: nobody overtakes. */
    List<Attempt> take(Predicate<Attempt> wanted) {
        var taken = new ArrayList<Attempt>();
        for (Run run : lanes.values()) {
            taken.addAll(
                    run.take(run.behind().stream().dropWhile(wanted.negate()).toList()));
        }
        return taken;
    }

    /** Takes this one back if it waits behind others; those behind it go on without it. */
    boolean take(Attempt attempt) {
        Run run = runOf(attempt);
        return run != null
                && !run.isFirst(attempt)
                && !run.take(List.of(attempt)).isEmpty();
    }

    /** Does it wait behind others? */
    boolean isBehind(Attempt attempt) {
        Run run = runOf(attempt);
        return run != null && !run.isFirst(attempt) && !run.over.contains(attempt);
    }

    /** The run it is in, if it has not left that. */
    private @Nullable Run runOf(Attempt attempt) {
        String lane = laneOf(attempt);
        Run run = lane == null ? null : lanes.get(lane);
        return run != null && run.members.contains(attempt) ? run : null;
    }

    private static @Nullable String laneOf(Attempt attempt) {
        return attempt.claim().turn().map(Turn::lane).orElse(null);
    }
}
