package dev.baton.postgres;

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
import java.util.Arrays;
import java.util.Optional;

/** Rows as values. */
final class Rows {

    private Rows() {}

    /** What a job's place among others is made of; it goes with the job wherever that stands. */
    record Place(JobId id, Route route, int priority, Spot spot, Optional<KeyScope> keyScope, boolean witnessed) {
        Optional<Turn> turn() {
            return spot.turn();
        }

        boolean hasActiveKey() {
            return keyScope.filter(scope -> scope == KeyScope.ACTIVE).isPresent();
        }

        boolean hasKeyForever() {
            return keyScope.filter(scope -> scope == KeyScope.FOREVER).isPresent();
        }
    }

    /**
     * What a job has to do with its lane while it stands somewhere.
     *
     * @param lane empty if it only numbers the job
     * @param number its number there
     */
    record Spot(Optional<String> lane, Optional<Long> number) {
        static Spot of(Optional<Turn> number, boolean inLane) {
            return new Spot(number.filter(any -> inLane).map(Turn::lane), number.map(Turn::sequence));
        }

        /** Its place in the order of the lane, if it is in one. */
        Optional<Turn> turn() {
            return lane.map(name -> new Turn(name, number.orElseThrow()));
        }
    }

    record Job(JobId id, Route route, Payload payload, int priority, Instant createdAt, Ties ties) {
        /** Where it stands, or has stood until now. */
        Place place(boolean inLane) {
            var spot = Spot.of(ties.number(), inLane);
            return new Place(id, route, priority, spot, key().map(Key::scope), ties.witnessed());
        }

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
    record Ties(Optional<Turn> number, Optional<JobId> replaces, Optional<Key> key, boolean witnessed) {}

    record Key(String type, KeyScope scope, String key) {}

    /**
     * A job that waits.
     *
     * @param ready may be claimed, once it is due; in a lane that is decided when the lane is settled
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
    record Running(Place place, Tally tally, Grip grip, Terms terms, Flags flags) {
        JobId id() {
            return place.id();
        }

        Optional<Turn> turn() {
            return place.turn();
        }

        /** Somebody wants it cancelled. */
        Running cancelWanted() {
            return new Running(place, tally, grip, terms, new Flags(true, flags.doubt()));
        }

        /** Was it claimed together with one before it in its lane? */
        boolean isBehindAnother() {
            return turn().filter(turn -> grip.runHead() < turn.sequence()).isPresent();
        }
    }

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
        Optional<Key> key = row.optionalText("key_scope").isEmpty() ? Optional.empty() : Optional.of(key(row));
        return new Job(
                Values.job(row.uuid("id")),
                route(row),
                payload(row),
                row.integer("priority"),
                Values.instant(row.number("created_at")),
                new Ties(turn(row), row.optionalUuid("replaces").map(JobId::new), key, row.flag("witnessed")));
    }

    static Origin origin(Row row) throws SQLException {
        return new Origin(turn(row), Values.instant(row.number("created_at")));
    }

    static Place place(Row row) throws SQLException {
        return new Place(
                Values.job(row.uuid("id")),
                route(row),
                row.integer("priority"),
                new Spot(row.optionalText("lane"), row.optionalNumber("seq")),
                row.optionalText("key_scope").map(KeyScope::valueOf),
                row.flag("witnessed"));
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

    private static Flags flags(Row row) throws SQLException {
        return new Flags(row.flag("cancel_wanted"), row.number("doubt"));
    }

    static Running running(Row row) throws SQLException {
        var grip = new Grip(
                Values.node(row.uuid("node")),
                row.number("fence"),
                Values.instant(row.number("claimed_at")),
                row.number("run_head"));
        return new Running(place(row), tally(row), grip, terms(row), flags(row));
    }

    static Optional<Progress.Mark> progress(Row row) throws SQLException {
        Optional<Long> done = row.optionalNumber("progress_done");
        return done.isEmpty()
                ? Optional.empty()
                : Optional.of(new Progress.Mark(done.get(), row.number("progress_total"), row.text("progress_text")));
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
                row.optionalUuid("node").map(Values::node),
                kind(row.text("kind")),
                new AttemptView.Detail(
                        row.text("code"), row.text("message"), row.optionalText("result"), row.optionalText("facts")),
                Values.instant(row.number("claimed_at")),
                Values.instant(row.number("ended_at")));
    }

    /** What a newer node wrote that this one does not know says to it that nobody knows. */
    private static AttemptView.Kind kind(String name) {
        return Arrays.stream(AttemptView.Kind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElse(AttemptView.Kind.UNDECIDED);
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
