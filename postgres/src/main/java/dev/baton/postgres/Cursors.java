package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.BatonException;
import dev.baton.store.Cursor;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How far things outside were read, and by whom. */
final class Cursors {

    private final Session on;
    private final Inserting inserting;

    Cursors(Session on, Inserting inserting) {
        this.on = on;
        this.inserting = inserting;
    }

    Optional<Cursor> take(String name, NodeId reader, Instant now) throws SQLException {
        boolean another = on.first(CursorSql.READ_BY_ANOTHER, row -> true, "name", name, "node", reader.value())
                .isPresent();
        if (another) {
            return Optional.empty();
        }
        on.update(CursorSql.MAKE, "name", name, "node", reader.value(), "now", Values.micros(now));
        boolean locked = on.first(CursorSql.LOCK, row -> true, "name", name).isPresent();
        return locked
                ? on.first(CursorSql.TAKE, Cursors::cursor, "name", name, "node", reader.value())
                : Optional.empty();
    }

    /** The cursor first: who is not its reader any more waits for nobody's keys and lanes. */
    List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now) throws SQLException {
        int moved = on.update(
                CursorSql.MOVE,
                "to",
                to.orElse(null),
                "now",
                Values.micros(now),
                "name",
                held.name(),
                "node",
                reader(held),
                "fence",
                held.fence(),
                "from",
                held.position().orElse(null));
        if (moved == 0) {
            throw new BatonException(
                    "STALE_CURSOR",
                    "The cursor " + held.name() + " was taken or moved by somebody else; nothing was done.");
        }
        FaultPoint.BRIDGE_AFTER_MOVE.hit();
        AtCommit.BRIDGE.due();
        return inserting.insert(jobs, now);
    }

    boolean leave(Cursor held) throws SQLException {
        return on.update(CursorSql.LEAVE, "name", held.name(), "node", reader(held), "fence", held.fence()) == 1;
    }

    /** As it was before; empty if there is none. */
    Optional<Cursor> reset(String name, Optional<String> to, Instant now) throws SQLException {
        Optional<Cursor> was = on.first(CursorSql.LOCK_AS_IT_IS, Cursors::cursor, "name", name);
        on.update(CursorSql.RESET, "name", name, "to", to.orElse(null), "now", Values.micros(now));
        return was;
    }

    List<Cursor> all() throws SQLException {
        return on.query(CursorSql.ALL, Cursors::cursor);
    }

    private static @Nullable UUID reader(Cursor held) {
        return held.reader().map(NodeId::value).orElse(null);
    }

    private static Cursor cursor(Row row) throws SQLException {
        return new Cursor(
                row.text("name"),
                row.optionalText("position"),
                row.optionalUuid("node").map(Values::node),
                row.number("fence"),
                Values.instant(row.number("moved_at")));
    }
}
