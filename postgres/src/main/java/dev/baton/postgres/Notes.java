package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.KeyScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Works off what was left to be looked at again: lanes and keys that somebody could not decide about, as another transaction was
 * in the middle of something. A note is seen together with all that its writer did. To work it off twice does no harm.
 */
final class Notes {

    private record LaneNote(long id, String lane) {}

    private record KeyNote(long id, Rows.Key key) {
        static KeyNote of(Row row) throws SQLException {
            return new KeyNote(row.number("id"), new Rows.Key(row.text("type"), KeyScope.ACTIVE, row.text("key")));
        }
    }

    private final Session on;
    private final Lanes lanes;
    private final Keys keys;

    Notes(Session on, Lanes lanes, Keys keys) {
        this.on = on;
        this.lanes = lanes;
        this.keys = keys;
    }

    /** Those of lanes that are due, at most so many at once. Answers how many are done with. */
    int settleLanes() throws SQLException {
        List<LaneNote> due = on.query(LaneSql.NOTES_DUE, row -> new LaneNote(row.number("id"), row.text("lane")));
        if (due.isEmpty()) {
            return 0;
        }
        Set<String> open = lanes.trySettle(due.stream().map(LaneNote::lane).toList());
        var done = new ArrayList<LaneNote>();
        var later = new ArrayList<LaneNote>();
        due.forEach(note -> (open.contains(note.lane()) ? later : done).add(note));
        if (!later.isEmpty()) {
            on.update(LaneSql.NOTES_LATER, "ids", Values.numbers(later, LaneNote::id));
        }
        if (!done.isEmpty()) {
            on.update(LaneSql.NOTES_DELETE, "ids", Values.numbers(done, LaneNote::id));
        }
        return done.size();
    }

    /** The same for those of keys. */
    int handKeysOver() throws SQLException {
        int done = 0;
        for (KeyNote note : on.query(KeySql.NOTES_DUE, KeyNote::of)) {
            done += handOver(note) ? 1 : 0;
        }
        return done;
    }

    /** Those of keys that are due. */
    List<Long> keysDue() throws SQLException {
        return on.query(KeySql.NOTES_DUE, row -> row.number("id"));
    }

    /** Works one of them off, unless somebody else does. False if that cannot be done yet. */
    boolean handKeyOver(long id) throws SQLException {
        Optional<KeyNote> note = on.first(KeySql.NOTE_LOCK, KeyNote::of, "id", id);
        return note.isEmpty() || handOver(note.get());
    }

    /** Puts one of them off. */
    int putKeyOff(long id) throws SQLException {
        return on.update(KeySql.NOTE_LATER, "id", id);
    }

    private record Holder(boolean held, boolean forSure) {}

    /** As long as somebody has the key for sure, it is handed over when that one ends, who will see whom it was promised to. */
    private boolean handOver(KeyNote note) throws SQLException {
        Holder holder = on.first(
                        KeySql.HOLDER,
                        row -> new Holder(row.flag("held"), row.flag("for_sure")),
                        "type",
                        note.key().type(),
                        "key",
                        note.key().key())
                .orElseThrow();
        if (holder.held() && !holder.forSure()) {
            on.update(KeySql.NOTE_LATER, "id", note.id());
            return false;
        }
        if (!holder.held()) {
            lanes.settle(keys.handOver(List.of(note.key())));
        }
        on.update(KeySql.NOTE_DELETE, "id", note.id());
        return true;
    }
}
