package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.job.JobId;
import dev.baton.store.FinishedJobs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Removes what ended long ago. The database does so by itself, with the rights of the tables' owner. The next number of a lane is
 * counted from what it has, or from the highest that is removed here: who adds to it sees both before, or both after.
 */
final class Pruning {

    /** Behind every id. */
    private static final UUID LAST = new UUID(-1, -1);

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
        return counted(removed);
    }

    /** Those that ended at the first time come without an id before which to begin. */
    List<FinishedJobs.One> list(Instant from, Optional<JobId> after, Instant before, int limit) throws SQLException {
        List<FinishedJobs.One> some = on.query(
                FinishSql.FINISHED_AFTER,
                row -> new FinishedJobs.One(
                        Values.job(row.uuid("job")), row.text("type"), Values.instant(row.number("ended_at"))),
                "from",
                Values.micros(from) - (after.isEmpty() ? 1 : 0),
                "after",
                after.map(JobId::value).orElse(LAST),
                "before",
                Values.micros(before),
                "limit",
                limit);
        return some.stream()
                .sorted(Comparator.comparing(FinishedJobs.One::endedAt).thenComparing(FinishedJobs.One::id))
                .toList();
    }

    int remove(Collection<JobId> jobs) throws SQLException {
        return counted(on.first(FinishSql.REMOVE, row -> row.integer("removed"), "jobs", Values.ids(jobs))
                .orElseThrow());
    }

    private static int counted(int removed) {
        if (removed > 0) {
            AtCommit.PRUNE.due();
        }
        return removed;
    }
}
