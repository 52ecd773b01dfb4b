package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.store.FinishedJobs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

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
            remove(job);
        }
        return old.size();
    }

    List<FinishedJobs.One> list(Instant from, Optional<JobId> after, Instant before, int limit) throws SQLException {
        return jdbc.query(
                SqliteSql.FINISHED_AFTER,
                row -> new FinishedJobs.One(
                        Values.job(row.bytes("job")), row.text("type"), Values.instant(row.number("ended_at"))),
                "from",
                Values.micros(from),
                "after",
                after.map(Values::bytes).orElseGet(() -> new byte[0]),
                "before",
                Values.micros(before),
                "limit",
                limit);
    }

    int remove(Collection<JobId> jobs) throws SQLException {
        int removed = 0;
        for (JobId job : jobs) {
            byte[] id = Values.bytes(job);
            if (jdbc.first(SqliteSql.IS_PRUNABLE, row -> row.integer("yes"), "job", id)
                    .isPresent()) {
                remove(id);
                removed++;
            }
        }
        return removed;
    }

    private void remove(byte[] job) throws SQLException {
        jdbc.update(LaneSql.FLOOR_RAISE, "job", job);
        jdbc.update(SqliteSql.ATTEMPTS_DELETE, "job", job);
        jdbc.update(SqliteSql.CHECKPOINT_DELETE, "job", job);
        jdbc.update(SqliteSql.JOB_DELETE, "job", job);
        AtCommit.PRUNE.due();
    }
}
