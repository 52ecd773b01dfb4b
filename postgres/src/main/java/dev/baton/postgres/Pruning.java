package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Removes what ended long ago. The database does so by itself, with the rights of the tables' owner. The next number of a lane is
 * counted from what it has, or from the highest that is removed here: who adds to it sees both before, or both after.
 */
final class Pruning {

    private final Session on;

    Pruning(Session on) {
        this.on = on;
    }

    int prune(Instant endedBefore, int limit) throws SQLException {
        int removed = on.first(
                        FinishSql.PRUNE,
                        row -> row.integer("removed"),
                        "before",
                        Values.micros(endedBefore),
                        "limit",
                        limit)
                .orElseThrow();
        if (removed > 0) {
            AtCommit.PRUNE.due();
        }
        return removed;
    }
}
