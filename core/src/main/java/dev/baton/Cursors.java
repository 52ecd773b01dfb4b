package dev.baton;

import dev.baton.internal.runtime.Core;
import dev.baton.job.BatonException;
import dev.baton.store.Cursor;
import dev.baton.store.JobStore;
import dev.baton.store.OperatorCommand.By;
import java.util.List;
import java.util.Optional;

/** How far things outside were read into a store. Safe for use by several threads. */
public final class Cursors {

    private final Core core;

    Cursors(Core core) {
        this.core = core;
    }

    /** How far each {@link StreamBridge} has come, and which node reads. */
    public List<Cursor> all() {
        return core.ask(JobStore::cursors);
    }

    /**
     * Has a {@link StreamBridge} read everything again from the beginning. Whoever reads has to begin anew, and what became jobs before becomes
     * jobs again, unless they have unique keys for ever.
     *
     * @throws BatonException with the code {@code NOT_FOUND} if there is no such cursor
     */
    public void reset(String name, By by) {
        core.operating().resetCursor(name, Optional.empty(), by);
    }

    /** The same from this position on, which is one that its source has given out; what lies between is read again, or never. */
    public void reset(String name, String position, By by) {
        core.operating().resetCursor(name, Optional.of(position), by);
    }
}
