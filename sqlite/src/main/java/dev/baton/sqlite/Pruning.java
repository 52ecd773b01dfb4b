package dev.baton.sqlite;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Removes what ended long ago. The file keeps its size; what became free in it is used again. */
final class Pruning {

    private final Jobs jobs;

    Pruning(Jobs jobs) {
        this.jobs = jobs;
    }

    int prune(Instant endedBefore, int limit) throws SQLException {
        List<byte[]> old = jobs.jdbc.query(
                SqliteSql.PRUNABLE, row -> row.bytes("job"), "before", Values.micros(endedBefore), "limit", limit);
        for (byte[] job : old) {
            jobs.jdbc.update(SqliteSql.ATTEMPTS_DELETE, "job", job);
            jobs.jdbc.update(SqliteSql.JOB_DELETE, "job", job);
        }
        return old.size();
    }
}
