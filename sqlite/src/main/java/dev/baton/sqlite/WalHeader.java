package dev.baton.sqlite;

import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The beginning of SQLite's write-ahead log, as its file format says. May be read by anybody: SQLite has its locks on the
 * database and on the shared memory, and none on the log.
 */
final class WalHeader {

    private static final int LENGTH = 32;
    private static final int CHECKED = 24;
    private static final int MAGIC = 0x377f0682; // and the next larger, if the sums are of big-endian words
    private static final int LOOKS = 3;

    private WalHeader() {}

    /** False if there is something in it that SQLite cannot read. Looks again, as somebody may just be writing it. */
    static boolean isWhole(Path wal) {
        for (int i = 0; i < LOOKS; i++) {
            ByteBuffer header = read(wal);
            if (header.remaining() < LENGTH || isWhole(header)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWhole(ByteBuffer header) {
        int magic = header.getInt(0);
        ByteBuffer words = header.duplicate().order(magic == MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int first = 0;
        int second = 0;
        for (int at = 0; at < CHECKED; at += 8) {
            first += words.getInt(at) + second;
            second += words.getInt(at + 4) + first;
        }
        return (magic & ~1) == MAGIC && header.getInt(CHECKED) == first && header.getInt(CHECKED + 4) == second;
    }

    /** Shorter if there is less of it; a commit needs more than that. */
    private static ByteBuffer read(Path wal) {
        ByteBuffer header = ByteBuffer.allocate(LENGTH);
        try (SeekableByteChannel channel = Files.newByteChannel(wal)) {
            int got = channel.read(header);
            while (got > 0 && header.hasRemaining()) {
                got = channel.read(header);
            }
        } catch (NoSuchFileException none) {
            // Nothing was committed since the last checkpoint.
        } catch (IOException e) {
            throw new StoreUnavailableException(
                    "STORE_UNAVAILABLE", "The file " + wal + " cannot be read; nothing was done. Look at the disk.", e);
        }
        return header.flip();
    }
}
