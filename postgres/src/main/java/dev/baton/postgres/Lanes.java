package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Jobs of a lane leave it in the order of their numbers. So at most one of them is ready, and none while one runs: the first that
 * is pending, unless a parked one before it blocks the lane, it waits for its key, or the lane is switched off.
 *
 * <p>Whoever changes something in a lane settles it in the same transaction, if nobody else is just settling it; otherwise a note
 * says that it is to be settled again. A producer whose transaction is open is never waited for, and what it adds is not seen. It
 * has decided for itself whether that is ready, by what it saw. That can be wrong only if nothing else stands in the lane: then
 * either its producers are all done, or a note is left, too.
 */
final class Lanes {

    /** A round after which a lane that somebody else keeps changing is left to a note. */
    private static final int ROUNDS = 3;

    private final Session on;

    Lanes(Session on) {
        this.on = on;
    }

    // Producers.

    /** The end of a lane: its last number, whether anybody stands there, and whether it is switched on. */
    record End(String lane, long last, boolean empty, boolean open) {
        static End of(Row row) throws SQLException {
            return new End(row.text("lane"), row.number("last"), row.flag("empty"), row.flag("open"));
        }

        /** Is who comes now the next to begin? */
        boolean isFree() {
            return empty && open;
        }

        /**
         * Who comes now is the first of a lane that is switched off. Whoever is just switching it on cannot see that one, so it has to
         * be looked at again.
         */
        boolean isShut() {
            return empty && !open;
        }
    }

    /** Waits until no other producer is at work in these lanes, and keeps others waiting until the transaction ends. */
    void lock(Collection<String> lanes) throws SQLException {
        on.update(LaneSql.LOCK, "lanes", names(lanes));
    }

    /** Of lanes that are locked. */
    Map<String, End> ends(Collection<String> lanes) throws SQLException {
        var ends = new HashMap<String, End>();
        on.query(LaneSql.ENDS, End::of, "lanes", names(lanes)).forEach(end -> ends.put(end.lane(), end));
        return ends;
    }

    // Settling.

    private record Look(
            String lane, Optional<JobId> tooEarly, boolean heldUp, boolean empty, Optional<Route> madeReady) {
        static Look of(Row row) throws SQLException {
            return new Look(
                    row.text("lane"),
                    row.optionalUuid("too_early").map(JobId::new),
                    row.flag("held_up"),
                    row.flag("empty"),
                    row.flag("made") ? Optional.of(Rows.route(row)) : Optional.empty());
        }
    }

    /** A lane that is ours to settle until this transaction ends, or that has nothing to settle. */
    private record Gate(String lane, boolean ours) {
        static Gate of(Row row) throws SQLException {
            return new Gate(row.text("lane"), row.flag("ours"));
        }
    }

    /** Something changed in these lanes; what cannot be settled now is noted. */
    void settle(Collection<String> lanes) throws SQLException {
        if (!lanes.isEmpty()) {
            note(trySettle(lanes));
        }
    }

    /** These may have to be settled when this transaction has ended. */
    void note(Collection<String> lanes) throws SQLException {
        if (!lanes.isEmpty()) {
            on.update(LaneSql.NOTE, "lanes", names(lanes));
            on.leaveNote();
        }
    }

    /** Answers which of them could not be settled for good. */
    Set<String> trySettle(Collection<String> lanes) throws SQLException {
        var open = new TreeSet<>(lanes);
        var toSettle = new TreeSet<String>();
        for (Gate gate : on.query(LaneSql.GATES, Gate::of, "lanes", names(open))) {
            if (gate.ours()) {
                toSettle.add(gate.lane());
            } else {
                open.remove(gate.lane());
            }
        }
        var producersDone = new HashSet<String>();
        for (int round = 0; round < ROUNDS && !toSettle.isEmpty(); round++) {
            List<Look> looks = on.query(LaneSql.SETTLE, Look::of, "lanes", names(toSettle));
            toSettle.clear();
            var tooEarly = new ArrayList<JobId>();
            var empty = new ArrayList<String>();
            for (Look look : looks) {
                look.tooEarly().ifPresent(tooEarly::add);
                look.madeReady().ifPresent(on::madeReady);
                if (look.empty() && !producersDone.contains(look.lane())) {
                    empty.add(look.lane());
                } else if (look.tooEarly().isEmpty() && !look.heldUp()) {
                    open.remove(look.lane());
                }
            }
            toSettle.addAll(takenBack(tooEarly));
            List<String> locked = producersDone(empty);
            producersDone.addAll(locked);
            toSettle.addAll(locked);
        }
        return open;
    }

    /** A lane is on again: what was set aside because of it may be claimed. */
    void takeUp(String lane) throws SQLException {
        on.query(LaneSql.TAKE_UP, Rows::route, "lane", lane).stream().distinct().forEach(on::madeReady);
    }

    /** The lanes of those of them that are no longer ready. */
    private List<String> takenBack(List<JobId> tooEarly) throws SQLException {
        return tooEarly.isEmpty()
                ? List.of()
                : on.query(LaneSql.NOT_READY, row -> row.text("lane"), "ids", Values.ids(tooEarly));
    }

    /** Those in which no producer is at work, and none will be until this transaction ends. */
    private List<String> producersDone(List<String> lanes) throws SQLException {
        return lanes.isEmpty()
                ? List.of()
                : on.query(LaneSql.LOCK_IF_FREE, row -> row.text("lane"), "lanes", names(lanes));
    }

    static List<String> of(Collection<Optional<Turn>> turns) {
        return turns.stream()
                .flatMap(Optional::stream)
                .map(Turn::lane)
                .distinct()
                .toList();
    }

    private static String[] names(Collection<String> lanes) {
        return lanes.stream().distinct().toArray(String[]::new);
    }

    // Who goes before whom.

    /** Which of these jobs of runs have one before them that was claimed with them and stands, so that it goes first. */
    Set<JobId> outOfTurn(List<Rows.Running> rows) throws SQLException {
        if (rows.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(on.query(
                LaneSql.STANDS_BETWEEN,
                row -> Values.job(row.uuid("id")),
                "ids",
                Values.ids(rows, Rows.Running::id),
                "lanes",
                Values.texts(rows, row -> row.turn().orElseThrow().lane()),
                "heads",
                Values.numbers(rows, row -> row.grip().runHead()),
                "seqs",
                Values.numbers(rows, row -> row.turn().orElseThrow().sequence())));
    }

    private record Standing(JobId id, long number) {
        static Standing of(Row row) throws SQLException {
            return new Standing(Values.job(row.uuid("id")), row.number("seq"));
        }
    }

    /** Who has to leave before this one: what runs, and what stands before it. */
    Optional<JobId> before(Turn turn) throws SQLException {
        Optional<Standing> running = first(LaneSql.FIRST_RUNNING, turn);
        if (running.isPresent()) {
            return running.map(Standing::id);
        }
        Optional<Standing> pending = first(LaneSql.FIRST_PENDING, turn);
        Optional<Standing> blocking = first(LaneSql.FIRST_BLOCKING, turn);
        return Stream.of(pending, blocking)
                .flatMap(Optional::stream)
                .min((a, b) -> Long.compare(a.number(), b.number()))
                .map(Standing::id);
    }

    private Optional<Standing> first(String sql, Turn turn) throws SQLException {
        return on.first(sql, Standing::of, "lane", turn.lane(), "seq", turn.sequence());
    }
}
