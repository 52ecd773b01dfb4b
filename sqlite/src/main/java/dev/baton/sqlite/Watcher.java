package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices what other connections and processes commit, by SQLite's own counter of it, and hints. Reads only. It looks now and then,
 * and for a while often, once somebody is known to be about to commit.
 */
final class Watcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);
    private static final Duration EVERY = Duration.ofMillis(20);
    /** For so long it looks more often once somebody has added jobs in a transaction of his own, which he is about to commit. */
    private static final Duration EXPECTED = Duration.ofMillis(100);

    private static final Duration EVERY_WHILE_EXPECTED = Duration.ofMillis(1);
    private static final Duration FILE_EVERY = Duration.ofMillis(100);
    /** A number that changes with every commit but the asking connection's own. */
    static final String VERSION = "PRAGMA data_version";

    private final Jdbc jdbc;
    private final OpenedFile file;
    private final List<Runnable> hints = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean closed;
    private boolean expecting;
    private long expectedAt;

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

    /** Somebody has added jobs in a transaction of his own, and will commit it, most likely soon. */
    void expect() {
        lock.lock();
        try {
            expectedAt = System.nanoTime();
            if (!expecting) {
                expecting = true;
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void watch() {
        long seen = 0;
        boolean replaced = false;
        long lookedAtFile = System.nanoTime();
        try {
            while (awaitNextLook()) {
                if (System.nanoTime() - lookedAtFile >= FILE_EVERY.toNanos()) {
                    lookedAtFile = System.nanoTime();
                    if (replaced != file.replaced().isPresent()) {
                        replaced = !replaced;
                        sayReplaced(replaced);
                    }
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

    /** Answers false when it is to end. */
    private boolean awaitNextLook() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            expecting = expecting && System.nanoTime() - expectedAt < EXPECTED.toNanos();
            boolean often = expecting;
            long left = (often ? EVERY_WHILE_EXPECTED : EVERY).toNanos();
            while (!closed && left > 0 && often == expecting) {
                left = changed.awaitNanos(left);
            }
            return !closed;
        } finally {
            lock.unlock();
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
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        Threads.joinUninterruptibly(thread);
    }
}
