package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Jobs of dead nodes, together with those that were claimed in a row with them. Of a strict run the first has begun, at most. The
 * others are given back together with it: who looked at them afterwards could not tell them from one that has. If somebody has one
 * of them in hand, the first waits for the next time.
 */
final class StrictRuns {

    private final TreeMap<JobId, Rows.Running> toBeMoved = new TreeMap<>();
    private final Set<JobId> unbegun = new HashSet<>();

    /** A lane, and the fence under which some of it were claimed. */
    private record Run(String lane, long fence) {}

    /** One of them: as it is to be moved, unless somebody has it in hand or it cannot be read. */
    private record Member(JobId id, Run run, boolean inHand, Optional<Rows.Running> row) {
        static Member of(Row row) throws SQLException {
            var run = new Run(row.text("lane"), row.number("fence"));
            boolean mine = row.flag("mine");
            Optional<Rows.Running> moved = Optional.empty();
            try {
                moved = mine && row.flag("known") ? Optional.of(Rows.running(row)) : moved;
            } catch (IllegalArgumentException unreadable) {
                // It is told when it is looked at itself.
            }
            return new Member(Values.job(row.uuid("id")), run, !mine, moved);
        }
    }

    /** Looks for those that belong to these, which are ours to move. */
    StrictRuns(Session on, Collection<Rows.Running> orphans) throws SQLException {
        Set<Run> runs = new LinkedHashSet<>();
        for (Rows.Running row : orphans) {
            toBeMoved.put(row.id(), row);
            if (row.terms().isStrict()) {
                row.turn()
                        .ifPresent(
                                turn -> runs.add(new Run(turn.lane(), row.grip().fence())));
            }
        }
        if (!runs.isEmpty()) {
            addAll(members(on, List.copyOf(runs)));
        }
    }

    /** In order, run by run. */
    private static List<Member> members(Session on, List<Run> runs) throws SQLException {
        return on.query(
                FinishSql.RUNS_OF,
                Member::of,
                "lanes",
                Values.texts(runs, Run::lane),
                "fences",
                Values.numbers(runs, Run::fence));
    }

    private void addAll(List<Member> members) {
        Set<Run> inHand =
                members.stream().filter(Member::inHand).map(Member::run).collect(Collectors.toSet());
        Set<Run> seen = new HashSet<>();
        for (Member member : members) {
            boolean first = seen.add(member.run());
            if (!first) {
                unbegun.add(member.id());
            }
            if (member.row().isEmpty() || (first && inHand.contains(member.run()))) {
                toBeMoved.remove(member.id());
            } else {
                toBeMoved.put(member.id(), member.row().get());
            }
        }
    }

    /** In the order of their ids. */
    List<Rows.Running> toBeMoved() {
        return new ArrayList<>(toBeMoved.values());
    }

    boolean mayHaveBegun(Rows.Running row) {
        return !unbegun.contains(row.id());
    }
}
