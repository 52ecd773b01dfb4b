package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The places a job stands in, one at a time, the moves between them, and the archive. On one connection. */
final class Jobs {

    final Jdbc jdbc;

    Jobs(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Rows.Job> find(JobId id) throws SQLException {
        return jdbc.first(SqliteSql.JOB_FIND, Rows::job, "id", Values.bytes(id));
    }

    /** Without its data, which may be large. */
    boolean isKnown(JobId id) throws SQLException {
        return jdbc.first(SqliteSql.JOB_KNOWN, row -> true, "id", Values.bytes(id))
                .isPresent();
    }

    Optional<Rows.Running> running(JobId id) throws SQLException {
        return jdbc.first(SqliteSql.RUNNING_FIND, Rows::running, "id", Values.bytes(id));
    }

    // Moves.

    void toPending(JobId job, Rows.Pending row) throws SQLException {
        leave(job);
        jdbc.update(
                SqliteSql.PENDING_INSERT,
                "id",
                Values.bytes(job),
                "due_at",
                Values.dueMicros(row.dueAt()),
                "ready",
                row.ready(),
                "retrying",
                row.retrying(),
                "attempts",
                row.tally().attempts(),
                "failures",
                row.tally().failures(),
                "lost",
                row.tally().lost());
    }

    /** A dead one gives its key up, a held one keeps it. */
    void toParked(JobId job, Rows.Parked row) throws SQLException {
        leave(job);
        jdbc.update(
                SqliteSql.PARKED_INSERT,
                "id",
                Values.bytes(job),
                "held",
                row.held(),
                "attempts",
                row.tally().attempts(),
                "failures",
                row.tally().failures(),
                "lost",
                row.tally().lost());
        if (!row.held()) {
            freeKey(job);
        }
    }

    /** It is over, and stands nowhere any more. */
    void toEnd(JobId job) throws SQLException {
        leave(job);
        freeKey(job);
    }

    private void leave(JobId job) throws SQLException {
        byte[] id = Values.bytes(job);
        jdbc.update(SqliteSql.PENDING_DELETE, "id", id);
        jdbc.update(SqliteSql.RUNNING_DELETE, "id", id);
        jdbc.update(SqliteSql.PARKED_DELETE, "id", id);
    }

    // Keys.

    Optional<Rows.Holder> holder(Rows.Key key) throws SQLException {
        return jdbc.first(
                SqliteSql.KEY_FIND,
                Rows::holder,
                "type",
                key.type(),
                "scope",
                key.scope().name(),
                "key",
                key.key());
    }

    void putKey(Rows.Key key, JobId job, Optional<JobId> next) throws SQLException {
        jdbc.update(
                SqliteSql.KEY_PUT,
                "type",
                key.type(),
                "scope",
                key.scope().name(),
                "key",
                key.key(),
                "job",
                Values.bytes(job),
                "next_job",
                next.map(Values::bytes).orElse(null));
    }

    /** The job is done, cancelled or dead: an ACTIVE key goes to the one it was promised to, or is free. */
    private void freeKey(JobId job) throws SQLException {
        Optional<Rows.Key> key = jdbc.first(SqliteSql.JOB_KEY, Rows::key, "id", Values.bytes(job));
        Optional<Rows.Holder> held = key.isEmpty() ? Optional.empty() : holder(key.get());
        if (key.isEmpty() || held.isEmpty() || key.get().scope() == KeyScope.FOREVER) {
            return;
        }
        Optional<JobId> next = held.get().next();
        if (next.isPresent() && next.get().equals(job)) {
            putKey(key.get(), held.get().job(), Optional.empty());
        } else if (held.get().job().equals(job) && next.isPresent()) {
            putKey(key.get(), next.get(), Optional.empty());
            jdbc.update(SqliteSql.PENDING_READY, "id", Values.bytes(next.get()));
        } else if (held.get().job().equals(job)) {
            jdbc.update(
                    SqliteSql.KEY_DELETE,
                    "type",
                    key.get().type(),
                    "scope",
                    key.get().scope().name(),
                    "key",
                    key.get().key());
        }
    }

    // The archive.

    void archive(JobId job, Rows.Running row, Kind kind, Detail detail, Instant now) throws SQLException {
        archive(
                job,
                new AttemptView(
                        row.tally().attempts(),
                        row.grip().fence(),
                        kind,
                        detail,
                        row.grip().since(),
                        now));
    }

    void archive(JobId job, AttemptView attempt) throws SQLException {
        jdbc.update(
                SqliteSql.ATTEMPT_INSERT,
                "job",
                Values.bytes(job),
                "number",
                attempt.number(),
                "fence",
                attempt.fence(),
                "kind",
                attempt.kind().name(),
                "code",
                attempt.detail().code(),
                "message",
                attempt.detail().message(),
                "result",
                attempt.detail().result().orElse(null),
                "claimed_at",
                Values.micros(attempt.claimedAt()),
                "now",
                Values.micros(attempt.endedAt()));
    }

    List<AttemptView> attempts(JobId job) throws SQLException {
        return jdbc.query(SqliteSql.ATTEMPTS, Rows::attempt, "job", Values.bytes(job));
    }

    // Where it stands.

    JobView.Standing standing(JobId job, Instant now) throws SQLException {
        byte[] id = Values.bytes(job);
        Optional<Rows.Pending> waiting = jdbc.first(SqliteSql.PENDING_FIND, Rows::pending, "id", id);
        if (waiting.isPresent()) {
            Rows.Pending row = waiting.get();
            return new JobView.Standing(stateOf(row, now), row.tally(), Optional.of(row.dueAt()), Optional.empty());
        }
        Optional<Rows.Running> running = running(job);
        if (running.isPresent()) {
            Rows.Running row = running.get();
            var hold = new JobView.Hold(
                    row.grip().node(), row.grip().fence(), row.grip().since(), row.cancelWanted(), row.progress());
            return new JobView.Standing(JobState.RUNNING, row.tally(), Optional.empty(), Optional.of(hold));
        }
        Optional<Rows.Parked> parked = jdbc.first(SqliteSql.PARKED_FIND, Rows::parked, "id", id);
        if (parked.isPresent()) {
            return aside(
                    parked.get().held() ? JobState.HELD : JobState.DEAD,
                    parked.get().tally());
        }
        return over(attempts(job));
    }

    private static JobState stateOf(Rows.Pending row, Instant now) {
        if (!row.ready()) {
            return JobState.WAITING;
        }
        if (row.retrying()) {
            return JobState.RETRYING;
        }
        return row.dueAt().isAfter(now) ? JobState.SCHEDULED : JobState.READY;
    }

    /** What stands nowhere has ended, as its last row says; the rest is counted from the archive. */
    private static JobView.Standing over(List<AttemptView> attempts) {
        boolean done = !attempts.isEmpty() && attempts.get(attempts.size() - 1).kind() == Kind.DONE;
        int failures = 0;
        int lost = 0;
        int number = 0;
        for (AttemptView attempt : attempts) {
            boolean again = attempt.kind() == Kind.RETRIED;
            failures = again ? 0 : failures + (attempt.kind() == Kind.FAILED || attempt.kind() == Kind.DEAD ? 1 : 0);
            lost = again ? 0 : lost + (attempt.kind() == Kind.ORPHANED ? 1 : 0);
            number = Math.max(number, attempt.number());
        }
        return aside(done ? JobState.DONE : JobState.CANCELLED, new Tally(number, failures, lost));
    }

    private static JobView.Standing aside(JobState state, Tally tally) {
        return new JobView.Standing(state, tally, Optional.empty(), Optional.empty());
    }
}
