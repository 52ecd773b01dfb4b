package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Removes what ended long ago. What is in a lane to which somebody is just adding is left for the next time: the lane's next number
 * is counted from what it has.
 */
final class Pruning {

    private final Session on;

    Pruning(Session on) {
        this.on = on;
    }

    private record Old(JobId id, Optional<Turn> turn) {
        static Old of(Row row) throws SQLException {
            return new Old(Values.job(row.uuid("id")), Rows.turn(row));
        }
    }

    int prune(Instant endedBefore, int limit) throws SQLException {
        List<Old> old =
                free(on.query(FinishSql.PRUNABLE, Old::of, "before", Values.micros(endedBefore), "limit", limit));
        if (!old.isEmpty()) {
            AtCommit.PRUNE.due();
            raiseFloors(old);
            String[] ids = Values.ids(old, Old::id);
            on.update(FinishSql.ATTEMPTS_DELETE, "ids", ids);
            on.update(FinishSql.CHECKPOINTS_DELETE, "ids", ids);
            on.update(FinishSql.JOBS_DELETE, "ids", ids);
        }
        return old.size();
    }

    private List<Old> free(List<Old> old) throws SQLException {
        List<String> lanes = Lanes.of(old.stream().map(Old::turn).toList());
        if (lanes.isEmpty()) {
            return old;
        }
        Set<String> locked = new HashSet<>(
                on.query(LaneSql.LOCK_IF_FREE, row -> row.text("lane"), "lanes", lanes.toArray(String[]::new)));
        return old.stream()
                .filter(each ->
                        each.turn().map(turn -> locked.contains(turn.lane())).orElse(true))
                .toList();
    }

    private void raiseFloors(List<Old> old) throws SQLException {
        var floors = new TreeMap<String, Long>();
        old.forEach(each -> each.turn().ifPresent(turn -> floors.merge(turn.lane(), turn.sequence(), Math::max)));
        if (!floors.isEmpty()) {
            List<String> lanes = List.copyOf(floors.keySet());
            on.update(
                    FinishSql.FLOORS_RAISE,
                    "lanes",
                    lanes.toArray(String[]::new),
                    "seqs",
                    Values.numbers(lanes, lane -> floors.getOrDefault(lane, 0L)));
        }
    }
}
