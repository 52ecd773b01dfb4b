package dev.baton.sqlite;

import dev.baton.job.BatonException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One engine per file: a lock of the operating system on a file beside the database, which goes with its process however that
 * ends. Never on the database itself: closing a second handle of it would drop SQLite's own locks.
 */
final class EngineLock implements AutoCloseable {

    /**
     * The files locked by this process. Asked first, and a second handle is never opened: on POSIX, closing any handle of a
     * file drops all locks this process has on it.
     */
    private static final Set<Path> MINE = ConcurrentHashMap.newKeySet();

    private final Path beside;
    private final FileChannel channel;

    private EngineLock(Path beside, FileChannel channel) {
        this.beside = beside;
        this.channel = channel;
    }

    /** Takes the lock of this database. */
    static EngineLock take(DatabaseFile database) {
        Path beside = database.lock();
        if (!MINE.add(beside)) {
            throw running(database);
        }
        boolean taken = false;
        try {
            FileChannel channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            taken = channel.tryLock() != null;
            if (taken) {
                return new EngineLock(beside, channel);
            }
            channel.close();
        } catch (IOException e) {
            throw new BatonException("STORE_UNAVAILABLE", "The file " + beside + " cannot be locked.", e);
        } finally {
            if (!taken) {
                MINE.remove(beside);
            }
        }
        throw running(database);
    }

    private static BatonException running(DatabaseFile database) {
        return new BatonException(
                "ENGINE_RUNNING",
                "Another engine is running on " + database.path()
                        + ". A SQLite file has one engine; other processes "
                        + "may enqueue, with a setup that has enqueues(...) and no handler. Stop the other engine first.");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new BatonException("STORE_UNAVAILABLE", "The lock beside the database cannot be given back.", e);
        } finally {
            MINE.remove(beside);
        }
    }
}
