package dev.baton.sqlite;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.CrashPolicy;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Rows as values. */
final class Rows {

    private Rows() {}

    record Job(JobId id, Route route, Payload payload, int priority, Instant createdAt, Ties ties) {
        /** Its number, if it has a lane; where it stands says whether that orders it. */
        Optional<Turn> number() {
            return ties.number();
        }

        Optional<Key> key() {
            return ties.key();
        }
    }

    /** Which number a job has, and since when it is there. */
    record Origin(Optional<Turn> number, Instant createdAt) {}

    /** What binds a job to others: those of its lane, the one it replaces, and those with the same key. */
    record Ties(Optional<Turn> number, Optional<JobId> replaces, Optional<Key> key) {}

    record Key(String type, KeyScope scope, String key) {}

    record Holder(JobId job, Optional<JobId> next) {}

    /**
     * A job that waits.
     *
     * @param ready may be claimed, once it is due; decided when it is written
     * @param behind waits for its key
     * @param retrying was tried before
     */
    record Pending(Tally tally, Instant dueAt, boolean ready, boolean behind, boolean retrying, Flags flags) {

        /** To be tried for the first time, or afresh. */
        static Pending fresh(Tally tally, Instant dueAt) {
            return new Pending(tally, dueAt, true, false, false, Flags.NONE);
        }

        Pending behind(boolean now) {
            return new Pending(tally, dueAt, !now, now, retrying, flags);
        }

        Pending afterAttempt() {
            return new Pending(tally, dueAt, ready, behind, true, flags);
        }

        Pending with(Flags other) {
            return new Pending(tally, dueAt, ready, behind, retrying, other);
        }
    }

    /**
     * What is open about a job.
     *
     * @param cancelWanted somebody wants it cancelled
     * @param doubt the fence of the first attempt of which nobody knows the end; 0 if there is none
     */
    record Flags(boolean cancelWanted, long doubt) {

        static final Flags NONE = new Flags(false, 0);

        boolean inDoubt() {
            return doubt != 0;
        }

        /** Nobody knows the end of the attempt with this fence either. */
        Flags doubtSince(long fence) {
            return inDoubt() ? this : new Flags(cancelWanted, fence);
        }
    }

    /** A job in the hands of a node, on these terms. */
    record Running(
            Tally tally, Grip grip, Optional<Turn> turn, Terms terms, Flags flags, Optional<Progress.Mark> progress) {}

    /**
     * What has to be known of a job in the hands of a node when it is done.
     *
     * @param key with which it was enqueued, whoever has that now
     * @param subject what there is to say of it if there is evidence of what happens to it
     */
    record Owned(JobId job, int attempt, Grip grip, Optional<Turn> turn, Optional<Key> key, Optional<Subject> subject) {
        long fence() {
            return grip.fence();
        }

        Optional<InRun> place() {
            return turn.map(mine -> new InRun(mine, grip.runHead()));
        }
    }

    /** Which number a witnessed job has in which lane, whether that orders it or not, and its data as a hash. */
    record Subject(String lane, long number, String sha256) {}

    /**
     * The turn of a job, among those that were claimed with it.
     *
     * @param head the smallest number of its lane that was claimed with it
     */
    record InRun(Turn turn, long head) {}

    /**
     * Who holds a job, under which fence, since when.
     *
     * @param runHead the smallest number of its lane that was claimed with it; 0 without a lane
     */
    record Grip(NodeId node, long fence, Instant since, long runHead) {}

    /**
     * A job that stands aside.
     *
     * @param blocks keeps its lane closed
     * @param crash what its type says of doubt
     * @param doubt the fence of the first attempt of which nobody knows the end; 0 if there is none
     */
    record Parked(Tally tally, boolean held, boolean blocks, CrashPolicy crash, long doubt) {}

    static Job job(Row row) throws SQLException {
        return new Job(
                Values.job(row.bytes("id")),
                route(row),
                payload(row),
                row.integer("priority"),
                Values.instant(row.number("created_at")),
                new Ties(turn(row), row.optionalBytes("replaces").map(Values::job), optionalKey(row)));
    }

    static Origin origin(Row row) throws SQLException {
        return new Origin(turn(row), Values.instant(row.number("created_at")));
    }

    static Route route(Row row) throws SQLException {
        return Route.ofLine(row.text("queue"), row.text("type"), row.integer("version"));
    }

    static Payload payload(Row row) throws SQLException {
        return new Payload(row.text("payload"), row.text("sha256"), row.text("label"));
    }

    static Optional<Turn> turn(Row row) throws SQLException {
        Optional<String> lane = row.optionalText("lane");
        return lane.isEmpty() ? Optional.empty() : Optional.of(new Turn(lane.get(), row.number("seq")));
    }

    static Key key(Row row) throws SQLException {
        return new Key(row.text("type"), KeyScope.valueOf(row.text("key_scope")), row.text("key"));
    }

    static Holder holder(Row row) throws SQLException {
        return new Holder(
                Values.job(row.bytes("job")), row.optionalBytes("next_job").map(Values::job));
    }

    static Tally tally(Row row) throws SQLException {
        return new Tally(row.integer("attempts"), row.integer("failures"), row.integer("lost"));
    }

    static Pending pending(Row row) throws SQLException {
        return new Pending(
                tally(row),
                Values.instant(row.number("due_at")),
                row.flag("ready"),
                row.flag("behind"),
                row.flag("retrying"),
                flags(row));
    }

    static Flags flags(Row row) throws SQLException {
        return new Flags(row.flag("cancel_wanted"), row.number("doubt"));
    }

    static Running running(Row row) throws SQLException {
        Optional<Long> done = row.optionalNumber("progress_done");
        Optional<Progress.Mark> progress = done.isEmpty()
                ? Optional.empty()
                : Optional.of(new Progress.Mark(done.get(), row.number("progress_total"), row.text("progress_text")));
        return new Running(tally(row), grip(row), turn(row), terms(row), flags(row), progress);
    }

    private static Grip grip(Row row) throws SQLException {
        return new Grip(
                Values.node(row.bytes("node")),
                row.number("fence"),
                Values.instant(row.number("claimed_at")),
                row.number("run_head"));
    }

    static Owned owned(Row row) throws SQLException {
        return new Owned(
                Values.job(row.bytes("id")),
                row.integer("attempts"),
                grip(row),
                turn(row),
                optionalKey(row),
                subject(row));
    }

    private static Optional<Subject> subject(Row row) throws SQLException {
        Optional<String> lane = row.optionalText("witnessed_in");
        return lane.isEmpty()
                ? Optional.empty()
                : Optional.of(new Subject(lane.get(), row.number("witnessed_as"), row.text("sha256")));
    }

    private static Optional<Key> optionalKey(Row row) throws SQLException {
        return row.optionalText("key_scope").isEmpty() ? Optional.empty() : Optional.of(key(row));
    }

    private static Terms terms(Row row) throws SQLException {
        return new Terms(
                row.integer("limit_attempts"),
                row.integer("limit_losses"),
                CrashPolicy.valueOf(row.text("crash")),
                ParkedHead.valueOf(row.text("parked_head")),
                row.flag("replayable"));
    }

    static Parked parked(Row row) throws SQLException {
        return new Parked(
                tally(row),
                row.flag("held"),
                row.flag("blocks"),
                CrashPolicy.valueOf(row.text("crash")),
                row.number("doubt"));
    }

    static AttemptView attempt(Row row) throws SQLException {
        return new AttemptView(
                row.integer("number"),
                row.number("fence"),
                row.optionalBytes("node").map(Values::node),
                AttemptView.Kind.valueOf(row.text("kind")),
                new AttemptView.Detail(
                        row.text("code"), row.text("message"), row.optionalText("result"), row.optionalText("facts")),
                Values.instant(row.number("claimed_at")),
                Values.instant(row.number("ended_at")));
    }

    static Doubt doubt(Row row) throws SQLException {
        return new Doubt(
                row.integer("number"),
                row.number("fence"),
                Values.instant(row.number("claimed_at")),
                Values.instant(row.number("ended_at")),
                row.text("code"));
    }

    static Switch which(Row row) throws SQLException {
        return new Switch(Switch.Kind.valueOf(row.text("kind")), row.text("name"));
    }
}
