package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices what other connections and processes commit, by SQLite's own counter of it, and hints. Reads only. */
final class Watcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);
    private static final Duration EVERY = Duration.ofMillis(20);
    private static final int LOOKS_PER_FILE = 5;
    /** A number that changes with every commit but the asking connection's own. */
    static final String VERSION = "PRAGMA data_version";

    private final Jdbc jdbc;
    private final OpenedFile file;
    private final List<Runnable> hints = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    Watcher(Jdbc jdbc, OpenedFile file, String name) {
        this.jdbc = jdbc;
        this.file = file;
        thread = new Thread(this::watch, "baton-sqlite-watcher " + name);
        thread.setDaemon(true);
        thread.start();
    }

    AutoCloseable add(Runnable hint) {
        hints.add(hint);
        return () -> hints.remove(hint);
    }

    /** A hint that throws is its owner's trouble; what was committed stays so. */
    void hint() {
        for (Runnable hint : hints) {
            try {
                hint.run();
            } catch (RuntimeException e) {
                LOG.warn("hint_failed", e);
            }
        }
    }

    private void watch() {
        long seen = 0;
        boolean replaced = false;
        try {
            for (int look = 1; !closed.await(EVERY.toNanos(), TimeUnit.NANOSECONDS); look++) {
                if (look % LOOKS_PER_FILE == 0 && replaced != file.replaced().isPresent()) {
                    replaced = !replaced;
                    sayReplaced(replaced);
                }
                long version = hints.isEmpty() ? seen : version(seen);
                if (version != seen) {
                    seen = version;
                    hint();
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whoever waits for work is woken, and learns it from the next claim. */
    private void sayReplaced(boolean replaced) {
        if (replaced) {
            LOG.warn("store_replaced");
        } else {
            LOG.info("store_back");
        }
        hint();
    }

    /** A file that cannot be read now is looked at again; who polls finds the work all the same. */
    private long version(long seen) {
        try {
            return jdbc.first(VERSION, row -> row.number("data_version")).orElse(seen);
        } catch (SQLException e) {
            LOG.debug("watch_failed", e);
            return seen;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Threads.joinUninterruptibly(thread);
    }
}
