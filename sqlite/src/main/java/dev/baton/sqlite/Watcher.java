package dev.baton.sqlite;

import dev.baton.internal.jdbc.Hints;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks whether other connections and processes have committed something, and hints: now and then, and for a while often, once somebody is
 * known to be about to.
 */
final class Watcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);
    private static final Duration EVERY = Duration.ofMillis(20);
    /** For so long it looks more often once somebody has added jobs in a transaction of his own, which he is about to commit. */
    private static final Duration EXPECTED = Duration.ofMillis(100);

    private static final Duration EVERY_WHILE_EXPECTED = Duration.ofMillis(1);
    private static final Duration FILE_EVERY = Duration.ofMillis(100);

    private final BooleanSupplier haveOthersWritten;
    private final OpenedFile file;
    private final Hints hints;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean closed;
    private boolean expecting;
    private long expectedAt;

    /** Those who want hints are told when the file was replaced, too. */
    Watcher(BooleanSupplier haveOthersWritten, OpenedFile file, Hints hints, String name) {
        this.haveOthersWritten = haveOthersWritten;
        this.file = file;
        this.hints = hints;
        thread = new Thread(this::watch, "baton-sqlite-watcher " + name);
        thread.setDaemon(true);
        thread.start();
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
                if (!hints.isEmpty() && haveOthersWritten.getAsBoolean()) {
                    hints.give();
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
        hints.give();
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
