package dev.baton.store.memory;

import dev.baton.job.BatonException;
import dev.baton.store.Cursor;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How far things outside were read, and by whom. */
final class Cursors {

    private final Tables tables;
    private final Inserting inserting;

    Cursors(Tables tables, Inserting inserting) {
        this.tables = tables;
        this.inserting = inserting;
    }

    Optional<Cursor> take(String name, NodeId reader, Instant now) {
        Cursor known = tables.cursors.get(name);
        boolean taken = known != null
                && known.reader()
                        .filter(other -> !other.equals(reader) && tables.isLive(other))
                        .isPresent();
        if (taken || !tables.isLive(reader)) {
            return Optional.empty();
        }
        Cursor before = known == null ? new Cursor(name, Optional.empty(), Optional.empty(), 0, now) : known;
        var held = new Cursor(name, before.position(), Optional.of(reader), before.fence() + 1, before.movedAt());
        tables.put(tables.cursors, name, held);
        return Optional.of(held);
    }

    List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now) {
        Cursor known = known(held)
                .filter(each -> each.position().equals(held.position()))
                .orElseThrow(() -> new BatonException(
                        "STALE_CURSOR",
                        "The cursor " + held.name() + " was taken or moved by somebody else; nothing was done."));
        tables.put(tables.cursors, held.name(), known.at(to, now));
        return inserting.insert(jobs, now);
    }

    boolean leave(Cursor held) {
        Optional<Cursor> ours = known(held);
        ours.ifPresent(known -> tables.put(
                tables.cursors,
                known.name(),
                new Cursor(known.name(), known.position(), Optional.empty(), known.fence(), known.movedAt())));
        return ours.isPresent();
    }

    /** As it stands here, if it is still theirs. */
    private Optional<Cursor> known(Cursor held) {
        return Optional.ofNullable(tables.cursors.get(held.name()))
                .filter(known -> known.fence() == held.fence() && known.reader().equals(held.reader()));
    }
}
