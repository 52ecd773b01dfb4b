package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.job.Turn;
import dev.baton.store.Finish;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The jobs whose attempts end together, while it is decided of one after the other: who stands before whom in their lanes. */
final class Crowd {

    private final Set<JobId> undecided = new HashSet<>();
    private final Map<String, NavigableSet<Long>> undecidedOf = new HashMap<>();
    private final Map<String, NavigableSet<Long>> standing = new HashMap<>();
    private final Set<JobId> behindStrangers = new HashSet<>();

    Crowd(Collection<Rows.Running> rows) {
        for (Rows.Running row : rows) {
            undecided.add(row.id());
            row.turn().ifPresent(turn -> {
                numbers(undecidedOf, turn).add(turn.sequence());
                numbers(standing, turn).add(turn.sequence());
            });
        }
    }

    private static NavigableSet<Long> numbers(Map<String, NavigableSet<Long>> of, Turn turn) {
        return of.computeIfAbsent(turn.lane(), any -> new TreeSet<>());
    }

    /** Those that were claimed behind others and want to leave: who else stands before them has to be asked for. */
    List<Rows.Running> behindOthers(List<Finish> finishes, Map<JobId, Rows.Running> owned) {
        var behind = new LinkedHashSet<Rows.Running>();
        for (Finish finish : finishes) {
            Rows.Running row = owned.get(finish.id());
            if (row != null && row.isBehindAnother() && Endings.leavesItsLane(finish.ending(), row)) {
                behind.add(row);
            }
        }
        return List.copyOf(behind);
    }

    /** One that is not of this crowd stands before these. */
    void keepOut(Set<JobId> jobs) {
        behindStrangers.addAll(jobs);
    }

    boolean isUndecided(Rows.Running row) {
        return undecided.contains(row.id());
    }

    /** Is one of this lane still running? */
    boolean hasUndecided(Optional<String> lane) {
        return lane.filter(
                        name -> !undecidedOf.getOrDefault(name, new TreeSet<>()).isEmpty())
                .isPresent();
    }

    /** Does one of those that were claimed before it in its lane stand, so that it goes first? */
    boolean isOutOfTurn(Rows.Running row) {
        return row.turn()
                .filter(turn -> row.isBehindAnother())
                .filter(turn -> behindStrangers.contains(row.id())
                        || !numbers(standing, turn)
                                .subSet(row.grip().runHead(), turn.sequence())
                                .isEmpty())
                .isPresent();
    }

    void decided(Rows.Running row, JobState state) {
        undecided.remove(row.id());
        row.turn().ifPresent(turn -> {
            numbers(undecidedOf, turn).remove(turn.sequence());
            boolean passedOver = state.isParked() && row.terms().parkedHead() == ParkedHead.PASSED_OVER;
            if (state.isFinal() || passedOver) {
                numbers(standing, turn).remove(turn.sequence());
            }
        });
    }
}
