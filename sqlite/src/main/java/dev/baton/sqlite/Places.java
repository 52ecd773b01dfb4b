package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.HeldFirst;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The places a job stands in, one at a time, and the moves between them. */
final class Places {

    private final Jdbc jdbc;
    private final Archive archive;
    private final Keys keys;
    private final Lanes lanes;

    Places(Jdbc jdbc, Archive archive, Keys keys, Lanes lanes) {
        this.jdbc = jdbc;
        this.archive = archive;
        this.keys = keys;
        this.lanes = lanes;
    }

    Optional<Rows.Job> find(JobId id) throws SQLException {
        return jdbc.first(SqliteSql.JOB_FIND, Rows::job, "id", Values.bytes(id));
    }

    /** Without its data, which may be large. */
    boolean isKnown(JobId id) throws SQLException {
        return jdbc.first(SqliteSql.JOB_KNOWN, row -> true, "id", Values.bytes(id))
                .isPresent();
    }

    Optional<Rows.Pending> pending(JobId id) throws SQLException {
        return find(ReadSql.PENDING_FIND, Rows::pending, id).map(Placed::row);
    }

    /** Due now, if it is due later and not being retried. */
    int hasten(JobId id, Instant now) throws SQLException {
        return jdbc.update(SqliteSql.HASTEN, "id", Values.bytes(id), "now", Values.micros(now));
    }

    Optional<Rows.Running> running(JobId id) throws SQLException {
        return jdbc.first(SqliteSql.RUNNING_FIND, Rows::running, "id", Values.bytes(id));
    }

    Optional<Rows.Parked> parked(JobId id) throws SQLException {
        return find(ReadSql.PARKED_FIND, Rows::parked, id).map(Placed::row);
    }

    /** A row, and whether its job stands in a lane that orders it. */
    private record Placed<T>(T row, boolean inLane) {}

    private <T> Optional<Placed<T>> find(String sql, Jdbc.Reader<T> reader, JobId id) throws SQLException {
        return jdbc.first(sql, row -> new Placed<>(reader.read(row), row.flag("in_lane")), "id", Values.bytes(id));
    }

    // Moves: it leaves one place, and then comes to another, or is over.

    /** Leaves wherever it stands. */
    void leave(JobId job) throws SQLException {
        byte[] id = Values.bytes(job);
        jdbc.update(SqliteSql.PENDING_DELETE, "id", id);
        jdbc.update(SqliteSql.RUNNING_DELETE, "id", id);
        jdbc.update(SqliteSql.PARKED_DELETE, "id", id);
    }

    /** Those of them that are in somebody's hands, to be taken from there one after the other. */
    Map<JobId, Rows.Owned> owned(Collection<JobId> jobs) throws SQLException {
        var owned = new HashMap<JobId, Rows.Owned>();
        List<Rows.Owned> found = jobs.size() == 1
                ? jdbc.query(
                        SqliteSql.RUNNING_OWNED_ONE,
                        Rows::owned,
                        "id",
                        Values.bytes(jobs.iterator().next()))
                : jdbc.query(SqliteSql.RUNNING_OWNED, Rows::owned, "ids", Values.list(jobs));
        found.forEach(each -> owned.put(each.job(), each));
        return owned;
    }

    /** Leaves the hands it is in. */
    void leaveHands(JobId job) throws SQLException {
        jdbc.update(SqliteSql.RUNNING_DELETE, "id", Values.bytes(job));
    }

    /** A job that was just written; it stood nowhere before. Answers in which state it is. */
    JobState toPendingFirst(NewJob job, Optional<Lanes.End> end, boolean behind, Instant now) throws SQLException {
        Optional<Turn> number = end.map(Lanes.End::turn);
        boolean ready =
                !behind && (end.isEmpty() || job.numberedOnly() || end.get().open());
        long dueAt = Values.dueMicros(job.urgency().dueAt());
        jdbc.update(
                SqliteSql.PENDING_INSERT_NEW,
                "id",
                Values.bytes(job.id()),
                "queue",
                job.route().line(),
                "type",
                job.route().type(),
                "version",
                job.route().version(),
                "lane",
                number.filter(turn -> !job.numberedOnly()).map(Turn::lane).orElse(null),
                "seq",
                number.map(Turn::sequence).orElse(null),
                "priority",
                job.urgency().priority(),
                "due_at",
                dueAt,
                "ready",
                ready,
                "behind",
                behind);
        return ready ? firstState(dueAt, now) : JobState.WAITING;
    }

    /** Of one that waits for nothing but its time. */
    static JobState firstState(long dueMicros, Instant now) {
        return Values.instant(dueMicros).isAfter(now) ? JobState.SCHEDULED : JobState.READY;
    }

    /** A job that was just written, and is held from the start. */
    JobState toHeldFirst(JobId job, Optional<Turn> turn, HeldFirst why, Instant now) throws SQLException {
        archive.add(job, why.attempt(now));
        toParked(job, turn, new Rows.Parked(Tally.NONE, true, why.blocks(), why.crash(), HeldFirst.FENCE));
        return JobState.HELD;
    }

    void toPending(JobId job, Optional<Turn> turn, Rows.Pending row) throws SQLException {
        jdbc.update(
                SqliteSql.PENDING_INSERT,
                "id",
                Values.bytes(job),
                "due_at",
                Values.dueMicros(row.dueAt()),
                "behind",
                row.behind(),
                "in_lane",
                turn.isPresent(),
                "retrying",
                row.retrying(),
                "attempts",
                row.tally().attempts(),
                "failures",
                row.tally().failures(),
                "lost",
                row.tally().lost(),
                "cancel_wanted",
                row.flags().cancelWanted(),
                "doubt",
                row.flags().doubt());
        lanes.settle(turn);
    }

    /** A dead one gives its key up, a held one keeps it. */
    void toParked(JobId job, Optional<Turn> turn, Rows.Parked row) throws SQLException {
        jdbc.update(
                SqliteSql.PARKED_INSERT,
                "id",
                Values.bytes(job),
                "in_lane",
                turn.isPresent(),
                "blocks",
                row.blocks(),
                "held",
                row.held(),
                "attempts",
                row.tally().attempts(),
                "failures",
                row.tally().failures(),
                "lost",
                row.tally().lost(),
                "crash",
                row.crash().name(),
                "doubt",
                row.doubt());
        if (!row.held()) {
            keys.free(job, keys.of(job));
        }
        lanes.settle(turn);
    }

    /** It is over, and stands nowhere any more. */
    void toEnd(JobId job, Optional<Turn> turn, AttemptView last) throws SQLException {
        Optional<Rows.Key> key = keys.of(job);
        archive.addLast(job, last, !isKept(key));
        keys.free(job, key);
        lanes.settle(turn);
    }

    /** The same for one that ran until now, of which its key and its lane are known. True if another may be ready now. */
    boolean toEnd(Rows.Owned owned, AttemptView last) throws SQLException {
        archive.addLast(owned, last, !isKept(owned.key()));
        keys.free(owned.job(), owned.key());
        boolean awaited = owned.key().isPresent() && !isKept(owned.key());
        return lanes.goOn(owned.turn()) || awaited;
    }

    /** What has a FOREVER key is kept, as the key goes on answering for it. */
    static boolean isKept(Optional<Rows.Key> key) {
        return key.isPresent() && key.get().scope() == KeyScope.FOREVER;
    }

    // Where it stands.

    JobView.Standing standing(JobId job, Instant now) throws SQLException {
        Optional<JobView.Standing> standing = standingSomewhere(job, now);
        return standing.isPresent() ? standing.get() : over(archive.of(job));
    }

    /** In one word; of what has ended only the last row is read. */
    JobState state(JobId job, Instant now) throws SQLException {
        Optional<JobView.Standing> standing = standingSomewhere(job, now);
        return standing.isPresent()
                ? standing.get().state()
                : finalState(archive.last(job).map(AttemptView::kind));
    }

    private Optional<JobView.Standing> standingSomewhere(JobId job, Instant now) throws SQLException {
        Optional<Placed<Rows.Pending>> waiting = find(ReadSql.PENDING_FIND, Rows::pending, job);
        if (waiting.isPresent()) {
            Rows.Pending row = waiting.get().row();
            return Optional.of(new JobView.Standing(
                    stateOf(row, now),
                    row.tally(),
                    Optional.of(row.dueAt()),
                    Optional.empty(),
                    waiting.get().inLane()));
        }
        Optional<Rows.Running> running = running(job);
        if (running.isPresent()) {
            Rows.Running row = running.get();
            var hold = new JobView.Hold(
                    row.grip().node(),
                    row.grip().fence(),
                    row.grip().since(),
                    row.flags().cancelWanted(),
                    row.progress());
            return Optional.of(new JobView.Standing(
                    JobState.RUNNING,
                    row.tally(),
                    Optional.empty(),
                    Optional.of(hold),
                    row.turn().isPresent()));
        }
        return find(ReadSql.PARKED_FIND, Rows::parked, job)
                .map(found -> nowhereToGo(
                        found.row().held() ? JobState.HELD : JobState.DEAD,
                        found.row().tally(),
                        found.inLane()));
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

    /** What stands nowhere has ended, as its last row says. */
    private static JobState finalState(Optional<Kind> last) {
        return last.filter(kind -> kind == Kind.DONE).isPresent() ? JobState.DONE : JobState.CANCELLED;
    }

    /** Counted from the archive, as nothing else is left of it. */
    private static JobView.Standing over(List<AttemptView> attempts) {
        int number = 0;
        int failures = 0;
        int lost = 0;
        Optional<Kind> last = Optional.empty();
        for (AttemptView ended : attempts) {
            number = Math.max(number, ended.number());
            last = Optional.of(ended.kind());
            switch (ended.kind()) {
                case FAILED, UNKNOWN, DEAD -> failures++;
                case ORPHANED -> lost++;
                case RETRIED -> {
                    failures = 0;
                    lost = 0;
                }
                case DONE, SNOOZED, RELEASED, UNDECIDED, KILLED, HELD, CANCELLED -> {}
            }
        }
        return nowhereToGo(finalState(last), new Tally(number, failures, lost), false);
    }

    private static JobView.Standing nowhereToGo(JobState state, Tally tally, boolean inLane) {
        return new JobView.Standing(state, tally, Optional.empty(), Optional.empty(), inLane);
    }
}
