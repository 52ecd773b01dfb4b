package dev.baton.postgres;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who wants to know when there may be something to claim. */
final class Hints {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private final List<Runnable> all = new CopyOnWriteArrayList<>();

    AutoCloseable add(Runnable hint) {
        all.add(hint);
        return () -> all.remove(hint);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** A hint that throws is its owner's trouble; what was committed stays so. */
    void give() {
        for (Runnable hint : all) {
            try {
                hint.run();
            } catch (RuntimeException e) {
                LOG.warn("hint_failed", e);
            }
        }
    }
}
