package dev.baton.sqlite;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who wants to know when there may be something to claim. */
final class Hints {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);

    private final List<Runnable> hints = new CopyOnWriteArrayList<>();

    AutoCloseable add(Runnable hint) {
        hints.add(hint);
        return () -> hints.remove(hint);
    }

    boolean areWanted() {
        return !hints.isEmpty();
    }

    /** A hint that throws is its owner's trouble; what was committed stays so. */
    void give() {
        for (Runnable hint : hints) {
            try {
                hint.run();
            } catch (RuntimeException e) {
                LOG.warn("hint_failed", e);
            }
        }
    }
}
