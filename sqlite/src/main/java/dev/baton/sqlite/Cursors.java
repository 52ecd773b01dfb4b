package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
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

/** How far things outside were read, and by whom. */
final class Cursors {

    private final Jdbc jdbc;
    private final Inserting inserting;

    Cursors(Jdbc jdbc, Inserting inserting) {
        this.jdbc = jdbc;
        this.inserting = inserting;
    }

    Optional<Cursor> take(String name, NodeId reader, Instant now) throws SQLException {
        jdbc.update(CursorSql.MAKE, "name", name, "node", Values.bytes(reader), "now", Values.micros(now));
        boolean taken = jdbc.update(CursorSql.TAKE, "name", name, "node", Values.bytes(reader)) == 1;
        return taken ? jdbc.first(CursorSql.FIND, Cursors::cursor, "name", name) : Optional.empty();
    }

    List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now) throws SQLException {
        int moved = jdbc.update(
                CursorSql.MOVE,
                "to",
                to.orElse(null),
                "now",
                Values.micros(now),
                "name",
                held.name(),
                "node",
                held.reader().map(Values::bytes).orElse(null),
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
        return jdbc.update(
                        CursorSql.LEAVE,
                        "name",
                        held.name(),
                        "node",
                        held.reader().map(Values::bytes).orElse(null),
                        "fence",
                        held.fence())
                == 1;
    }

    /** As it was before; empty if there is none. */
    Optional<Cursor> reset(String name, Optional<String> to, Instant now) throws SQLException {
        Optional<Cursor> was = jdbc.first(CursorSql.FIND, Cursors::cursor, "name", name);
        jdbc.update(CursorSql.RESET, "name", name, "to", to.orElse(null), "now", Values.micros(now));
        return was;
    }

    List<Cursor> all() throws SQLException {
        return jdbc.query(CursorSql.ALL, Cursors::cursor);
    }

    private static Cursor cursor(Row row) throws SQLException {
        return new Cursor(
                row.text("name"),
                row.optionalText("position"),
                row.optionalBytes("node").map(Values::node),
                row.number("fence"),
                Values.instant(row.number("moved_at")));
    }
}
