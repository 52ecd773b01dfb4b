package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Removes what ended long ago. The file keeps its size; what became free in it is used again. */
final class Pruning {

    private final Jdbc jdbc;

    Pruning(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    int prune(Instant endedBefore, int limit) throws SQLException {
        List<byte[]> old = jdbc.query(
                SqliteSql.PRUNABLE, row -> row.bytes("job"), "before", Values.micros(endedBefore), "limit", limit);
        for (byte[] job : old) {
            jdbc.update(LaneSql.FLOOR_RAISE, "job", job);
            jdbc.update(SqliteSql.ATTEMPTS_DELETE, "job", job);
            jdbc.update(SqliteSql.CHECKPOINT_DELETE, "job", job);
            jdbc.update(SqliteSql.JOB_DELETE, "job", job);
            AtCommit.PRUNE.due();
        }
        return old.size();
    }
}
