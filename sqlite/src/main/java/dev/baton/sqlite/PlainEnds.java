package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The ends of jobs that are done and leave nothing else behind: no result, no key, no evidence. They are collected, at most one of a
 * lane, and written together. Nothing else may be done to any job before that.
 */
final class PlainEnds {

    private final Jdbc jdbc;
    private final Places places;
    private final List<Rows.Owned> ended = new ArrayList<>();
    private final Set<String> lanes = new HashSet<>();

    PlainEnds(Jdbc jdbc, Places places) {
        this.jdbc = jdbc;
        this.places = places;
    }

    static boolean isPlain(Finish finish, Rows.Owned mine) {
        return finish.ending() instanceof Ending.Done
                && finish.detail().equals(Detail.NONE)
                && !mine.keyed()
                && !mine.witnessed();
    }

    /** Is one of the same lane among them, which goes first? */
    boolean standsBefore(Rows.Owned mine) {
        return mine.turn().filter(turn -> lanes.contains(turn.lane())).isPresent();
    }

    void add(Rows.Owned mine) {
        ended.add(mine);
        mine.turn().ifPresent(turn -> lanes.add(turn.lane()));
    }

    /** Writes what was collected. True if another may be ready now. */
    boolean write(Instant now) throws SQLException {
        boolean ready = false;
        if (ended.size() == 1) {
            Rows.Owned only = ended.get(0);
            places.leaveHands(only.job());
            ready = places.toEnd(only, Archive.attempt(only.attempt(), only.grip(), Kind.DONE, Detail.NONE, now));
        } else if (!ended.isEmpty()) {
            ready = writeTogether(now);
        }
        ended.clear();
        lanes.clear();
        return ready;
    }

    private boolean writeTogether(Instant now) throws SQLException {
        String all = Values.list(ended.stream().map(Rows.Owned::job).toList());
        jdbc.update(MovingSql.ATTEMPTS_DONE, "ids", all, "now", Values.micros(now));
        jdbc.update(MovingSql.RUNNING_DELETE, "ids", all);
        List<JobId> inLanes = ended.stream()
                .filter(each -> each.turn().isPresent())
                .map(Rows.Owned::job)
                .toList();
        return !inLanes.isEmpty() && jdbc.update(MovingSql.READY_NEXT, "ids", Values.list(inLanes)) > 0;
    }
}
