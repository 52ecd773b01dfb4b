package dev.baton.sqlite;

import dev.baton.job.BatonException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One engine per file: a lock of the operating system on a file beside the database, which goes with its process however that
 * ends. Never on the database itself: closing a second handle of it would drop SQLite's own locks.
 */
final class EngineLock implements AutoCloseable {

    private final FileChannel channel;

    private EngineLock(FileChannel channel) {
        this.channel = channel;
    }

    static EngineLock take(Path database) {
        Path beside = database.resolveSibling(database.getFileName() + "-baton.lock");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) != null) {
                return new EngineLock(channel);
            }
            channel.close();
        } catch (IOException e) {
            throw new BatonException("STORE_UNAVAILABLE", "The file " + beside + " cannot be locked.", e);
        }
        throw new BatonException(
                "ENGINE_RUNNING",
                "Another engine is running on " + database.getFileName()
                        + ". A SQLite file has one engine; other processes "
                        + "may enqueue. Stop the other one, or use PostgreSQL for many.");
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException inThisProcess) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new BatonException("STORE_UNAVAILABLE", "The lock beside the database cannot be given back.", e);
        }
    }
}
