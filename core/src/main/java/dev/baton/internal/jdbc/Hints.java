package dev.baton.internal.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;

/** Who wants to know when there may be something to claim. Safe for several threads. */
public final class Hints {

    private final Logger log;
    private final List<Runnable> all = new CopyOnWriteArrayList<>();

    /** Those of a store that logs here. */
    public Hints(Logger log) {
        this.log = log;
    }

    /** Gives this one, too, until what it answers is closed. */
    public AutoCloseable add(Runnable hint) {
        all.add(hint);
        return () -> all.remove(hint);
    }

    /** Does nobody want any? */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** A hint that throws is its owner's trouble; what was committed stays so. */
    public void give() {
        for (Runnable hint : all) {
            try {
                hint.run();
            } catch (RuntimeException e) {
                log.warn("hint_failed", e);
            }
        }
    }
}
