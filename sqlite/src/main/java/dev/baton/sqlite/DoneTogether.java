package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ends of jobs that are done, and whose keys nobody waits for. They are collected, at most one of a lane or of a chain of evidence, and
 * written together. Nothing else may be done to any job before that.
 */
final class DoneTogether {

    private final Jdbc jdbc;
    private final Places places;
    private final Witnessing witnessing;
    private final List<Done> ended = new ArrayList<>();
    private final Set<String> lanes = new HashSet<>();

    /** One of them, and what it said. */
    record Done(Rows.Owned mine, Detail detail) {}

    DoneTogether(Jdbc jdbc, Places places) {
        this.jdbc = jdbc;
        this.places = places;
        this.witnessing = new Witnessing(jdbc);
    }

    /** A key that counts for ever stays with its job, whatever becomes of that. */
    static boolean fits(Finish finish, Rows.Owned mine) {
        return finish.ending() instanceof Ending.Done
                && mine.key().filter(key -> key.scope() == KeyScope.ACTIVE).isEmpty();
    }

    /** Is one of the same lane among them, which goes first? */
    boolean standsBefore(Rows.Owned mine) {
        return lanesOf(mine).anyMatch(lanes::contains);
    }

    /** A lane that only numbers its jobs has a chain of evidence all the same. */
    private static Stream<String> lanesOf(Rows.Owned mine) {
        return Stream.concat(
                mine.turn().stream().map(turn -> turn.lane()),
                mine.subject().stream().map(Rows.Subject::lane));
    }

    void add(Rows.Owned mine, Detail detail) {
        ended.add(new Done(mine, detail));
        lanesOf(mine).forEach(lanes::add);
    }

    /** Writes what was collected. True if another may be ready now. */
    boolean write(Instant now) throws SQLException {
        boolean ready = false;
        if (ended.size() == 1) {
            Done only = ended.get(0);
            places.leaveHands(only.mine().job());
            ready = places.toEnd(only.mine(), Archive.done(only, now));
        } else if (!ended.isEmpty()) {
            ready = writeTogether(now);
        }
        ended.clear();
        lanes.clear();
        return ready;
    }

    private boolean writeTogether(Instant now) throws SQLException {
        String all = Values.list(ended.stream().map(done -> done.mine().job()).toList());
        long before = writeAttempts(all, now);
        witnessing.done(ended, before, now);
        jdbc.update(MovingSql.RUNNING_DELETE, "ids", all);
        List<JobId> inLanes = ended.stream()
                .map(Done::mine)
                .filter(each -> each.turn().isPresent())
                .map(Rows.Owned::job)
                .toList();
        return !inLanes.isEmpty() && jdbc.update(MovingSql.READY_NEXT, "ids", Values.list(inLanes)) > 0;
    }

    /** Answers the record before the first of them; the others follow without a gap, as there is one writer. */
    private long writeAttempts(String all, Instant now) throws SQLException {
        if (ended.stream().allMatch(DoneTogether::isPlain)) {
            jdbc.update(MovingSql.ATTEMPTS_DONE, "ids", all, "now", Values.micros(now));
            return 0; // there is no evidence of any
        }
        long before =
                jdbc.first(MovingSql.LAST_RECORD, row -> row.number("record")).orElseThrow();
        jdbc.update(
                MovingSql.ATTEMPTS_DONE_TELLING,
                "ends",
                ended.stream().map(DoneTogether::json).collect(Collectors.joining(",", "[", "]")),
                "before",
                before,
                "now",
                Values.micros(now));
        return before;
    }

    /** Its id, what it says, and whether it is prunable and witnessed. */
    private static String json(Done done) {
        boolean witnessed = done.mine().subject().isPresent();
        boolean prunable = !witnessed && !Places.isKept(done.mine().key());
        return "[\"" + done.mine().job().value() + "\"," + json(done.detail().result()) + ","
                + json(done.detail().facts()) + (prunable ? ",1" : ",0") + (witnessed ? ",1]" : ",0]");
    }

    private static String json(Optional<String> text) {
        return text.map(Values::json).orElse("null");
    }

    private static boolean isPlain(Done done) {
        return done.detail().equals(Detail.NONE)
                && done.mine().key().isEmpty()
                && done.mine().subject().isEmpty();
    }
}
