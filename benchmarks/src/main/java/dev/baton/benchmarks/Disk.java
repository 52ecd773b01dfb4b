package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** The disk alone: how often a second it confirms that a page is written. */
final class Disk {

    private static final int PAGE = 4096;

    private Disk() {}

    static double fsyncsPerSecond(Path file, Duration length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long began = System.nanoTime();
            int count = 0;
            while (System.nanoTime() - began < length.toNanos()) {
                channel.write(ByteBuffer.allocate(PAGE));
                channel.force(false);
                count++;
            }
            return Rate.perSecond(count, began);
        }
    }
}
