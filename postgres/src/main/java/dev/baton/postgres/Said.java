package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Finish;
import dev.baton.store.Progress;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is said of running jobs while they run, beside them: how far they are, and that somebody wants them cancelled. The running
 * row itself is never changed, so that its owner can remove it at any isolation.
 */
final class Said {

    private final Session on;

    Said(Session on) {
        this.on = on;
    }

    /** A job in the hands of one owner. */
    record Owned(JobId id, long fence) {
        static Owned of(Rows.Running row) {
            return new Owned(row.id(), row.grip().fence());
        }

        static Owned of(Finish finish) {
            return new Owned(finish.id(), finish.fence());
        }

        static Owned of(Row row) throws SQLException {
            return new Owned(Values.job(row.uuid("id")), row.number("fence"));
        }
    }

    /** The newest of each counts; what is no longer running under its fence is left out. */
    int progress(List<Progress> all) throws SQLException {
        var latest = new LinkedHashMap<Owned, Progress>();
        all.forEach(progress -> latest.put(new Owned(progress.id(), progress.fence()), progress));
        List<Progress> batch = latest.values().stream()
                .sorted(Comparator.comparing(Progress::id))
                .toList();
        return on.update(
                FinishSql.PROGRESS,
                "ids",
                Values.ids(batch, Progress::id),
                "fences",
                Values.numbers(batch, Progress::fence),
                "dones",
                Values.numbers(batch, progress -> progress.mark().done()),
                "totals",
                Values.numbers(batch, progress -> progress.mark().total()),
                "texts",
                Values.texts(batch, progress -> progress.mark().text()));
    }

    /** The same rows, which were taken before this, with what somebody wants of them; nothing is left of what was said. */
    List<Rows.Running> ofTaken(Collection<Rows.Running> rows) throws SQLException {
        if (rows.isEmpty()) {
            return List.of();
        }
        Map<JobId, Long> wanted = forget(rows.stream().map(Owned::of).toList());
        return rows.stream()
                .map(row -> Objects.equals(wanted.get(row.id()), row.grip().fence()) ? row.cancelWanted() : row)
                .toList();
    }

    /** Removes what was said of these. Answers who was to be cancelled, and under which fence. */
    Map<JobId, Long> forget(List<Owned> jobs) throws SQLException {
        List<Owned> inOrder =
                jobs.stream().sorted(Comparator.comparing(Owned::id)).toList();
        var wanted = new HashMap<JobId, Long>();
        on.query(
                        FinishSql.SAID_DELETE,
                        row -> new Owned(Values.job(row.uuid("job")), row.number("fence")),
                        "ids",
                        Values.ids(inOrder, Owned::id),
                        "fences",
                        Values.numbers(inOrder, Owned::fence))
                .forEach(each -> wanted.put(each.id(), each.fence()));
        return wanted;
    }

    /** Somebody wants this job cancelled. False if it is not running, or in somebody's hand. */
    boolean wantCancelled(JobId job) throws SQLException {
        return on.update(OperatorSql.CANCEL_WANTED, "id", job.value()) > 0;
    }
}
