package dev.baton.faults.power;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A disk whose contents at a moment can be looked at: an ext4 file system in a file that lies in memory. What the operating
 * system has not written to it yet is not in the file, and so not in a copy of it; that is what a power cut leaves behind. Making
 * one takes root and a loop device.
 */
final class Disk implements AutoCloseable {

    private static final String PREFIX = "baton-power-";
    private static final long BYTES = 64L << 20;
    private static final int COPIES_MAX = 100;

    private final Path base;
    private final Path image;
    private final Path live;
    private final Path cutImage;
    private final Path cut;

    private Disk(Path base) {
        this.base = base;
        this.image = base.resolve("disk.img");
        this.live = base.resolve("live");
        this.cutImage = base.resolve("cut.img");
        this.cut = base.resolve("cut");
    }

    /** An empty one. What processes that were killed have left of theirs is cleared away first. */
    static Disk make() throws IOException {
        Leftovers.clearAll(PREFIX);
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        var disk = new Disk(Files.createDirectories(
                folder.resolve(PREFIX + ProcessHandle.current().pid())));
        boolean made = false;
        try {
            disk.mount();
            made = true;
        } finally {
            if (!made) {
                disk.close();
            }
        }
        return disk;
    }

    private void mount() throws IOException {
        Programs.run("mount", "-t", "tmpfs", "-o", "size=" + 3 * BYTES, "tmpfs", base.toString());
        try (var file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        Programs.run("mkfs.ext4", "-q", "-F", image.toString());
        Files.createDirectory(live);
        Files.createDirectory(cut);
        Programs.run("mount", "-o", "loop", image.toString(), live.toString());
    }

    /** Where to write what is to survive. */
    Path folder() {
        return live;
    }

    /** Has all of it written, so that only what comes after it can be lost. */
    void sync() throws IOException {
        Programs.run("sync", "-f", live.toString());
    }

    /** The folder as it is after a power cut now. Nobody may write to the disk meanwhile but the operating system. */
    Cut cut() throws IOException {
        int copies = 0;
        do {
            if (++copies > COPIES_MAX) {
                throw new IllegalStateException("The disk does not come to rest");
            }
            Files.copy(image, cutImage, StandardCopyOption.REPLACE_EXISTING);
            // If nothing has changed since it was copied, all of the copy was so at one moment: between the two.
        } while (Files.mismatch(image, cutImage) >= 0);
        Programs.run("mount", "-o", "loop", cutImage.toString(), cut.toString());
        return new Cut(cut);
    }

    /** What a power cut has left behind, mounted again. */
    record Cut(Path folder) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            Programs.run("umount", folder.toString());
        }
    }

    @Override
    public void close() throws IOException {
        Leftovers.clearIn(base);
    }
}
