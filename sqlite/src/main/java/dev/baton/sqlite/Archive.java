package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What happened to jobs; never changed once written. */
final class Archive {

    private final Jdbc jdbc;
    private final Witnessing witnessing;

    Archive(Jdbc jdbc, Witnessing witnessing) {
        this.jdbc = jdbc;
        this.witnessing = witnessing;
    }

    /** The end of the attempt that this row is. */
    static AttemptView attempt(Rows.Running row, Kind kind, Detail detail, Instant now) {
        return attempt(row.tally().attempts(), row.grip(), kind, detail, now);
    }

    static AttemptView attempt(int number, Rows.Grip grip, Kind kind, Detail detail, Instant now) {
        return new AttemptView(number, grip.fence(), Optional.of(grip.node()), kind, detail, grip.since(), now);
    }

    static AttemptView done(DoneTogether.Done done, Instant now) {
        return attempt(done.mine().attempt(), done.mine().grip(), Kind.DONE, done.detail(), now);
    }

    /** The end of the attempt that this row is; its job goes on, or is parked. */
    void add(JobId job, Rows.Running row, Kind kind, Detail detail, Instant now) throws SQLException {
        add(job, attempt(row, kind, detail, now), false, witnessing.isWitnessed(job));
    }

    /** Something that happened without an attempt; the job goes on. */
    void add(JobId job, Kind kind, Detail detail, Instant now) throws SQLException {
        add(job, AttemptView.withoutAttempt(kind, detail, now), false, witnessing.isWitnessed(job));
    }

    /** What happened before the job came here; it goes on, or is parked. */
    void add(JobId job, AttemptView before) throws SQLException {
        add(job, before, false, witnessing.isWitnessed(job));
    }

    /** The last that happens to a job. What is prunable is removed with the job once it is old; what is witnessed is kept. */
    void addLast(JobId job, AttemptView last, boolean prunable) throws SQLException {
        boolean witnessed = witnessing.isWitnessed(job);
        add(job, last, prunable && !witnessed, witnessed);
    }

    /** The same of one that ran until now, of which it is known whether it is witnessed. */
    void addLast(Rows.Owned owned, AttemptView last, boolean prunable) throws SQLException {
        boolean witnessed = owned.subject().isPresent();
        insert(owned.job(), last, prunable && !witnessed, witnessed);
        if (witnessed) {
            witnessing.attempt(owned.job(), owned.subject().get(), last);
        }
    }

    private void add(JobId job, AttemptView attempt, boolean prunable, boolean witnessed) throws SQLException {
        insert(job, attempt, prunable, witnessed);
        if (witnessed) {
            witnessing.attempt(job, attempt);
        }
    }

    private void insert(JobId job, AttemptView attempt, boolean prunable, boolean witnessed) throws SQLException {
        jdbc.update(
                SqliteSql.ATTEMPT_INSERT,
                "job",
                Values.bytes(job),
                "number",
                attempt.number(),
                "fence",
                attempt.fence(),
                "node",
                attempt.node().map(Values::bytes).orElse(null),
                "kind",
                attempt.kind().name(),
                "code",
                attempt.detail().code(),
                "message",
                attempt.detail().message(),
                "result",
                attempt.detail().result().orElse(null),
                "facts",
                attempt.detail().facts().orElse(null),
                "claimed_at",
                Values.micros(attempt.claimedAt()),
                "now",
                Values.micros(attempt.endedAt()),
                "prunable",
                prunable,
                "witnessed",
                witnessed);
    }

    List<AttemptView> of(JobId job) throws SQLException {
        return jdbc.query(ReadSql.ATTEMPTS, Rows::attempt, "job", Values.bytes(job));
    }

    Optional<AttemptView> last(JobId job) throws SQLException {
        return jdbc.first(ReadSql.ATTEMPT_LAST, Rows::attempt, "job", Values.bytes(job));
    }

    /** Without what its handler answered and wrote down, which is not even read. */
    Optional<AttemptView> lastBriefly(JobId job) throws SQLException {
        return jdbc.first(ReadSql.ATTEMPT_LAST_BRIEF, Rows::attempt, "job", Values.bytes(job));
    }

    /** What the owner of this fence said of its end. */
    Optional<Detail> byOwner(JobId job, long fence) throws SQLException {
        return jdbc.first(
                SqliteSql.ATTEMPT_BY_OWNER,
                row -> Detail.of(row.text("code"), row.text("message")),
                "job",
                Values.bytes(job),
                "fence",
                fence);
    }

    /** The attempts of which nobody knows the end, from this fence on. */
    List<Doubt> doubts(JobId job, long since) throws SQLException {
        return jdbc.query(SqliteSql.ATTEMPTS_IN_DOUBT, Rows::doubt, "job", Values.bytes(job), "since", since);
    }
}
