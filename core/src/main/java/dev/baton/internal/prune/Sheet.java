package dev.baton.internal.prune;

import dev.baton.job.JobId;
import dev.baton.store.JobStore;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file of jobs that are over, which has another name until all of it is on disk: who finds it under its own name finds it whole. A
 * crash before that leaves a part behind that nobody needs. For one thread at a time.
 */
public final class Sheet {

    private static final int JOBS_MAX = 10_000;
    private static final long BYTES_MAX = 16L << 20;

    private final Path folder;
    private final Path file;
    private final Path part;
    private final boolean payloads;
    private final FileChannel channel;
    private final List<JobId> jobs = new ArrayList<>();
    private long bytes;

    Sheet(Path folder, String name, boolean payloads) throws IOException {
        this.folder = folder;
        this.file = folder.resolve(name);
        this.part = folder.resolve(name + ".part");
        this.payloads = payloads;
        this.channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Writes these as they are in the store. What somebody else has removed meanwhile is left out; he has written it. */
    public void add(JobStore store, List<JobId> some) throws IOException {
        var lines = new StringBuilder();
        some.forEach(job -> Lines.of(store, job, payloads)
                .forEach(line -> lines.append(line).append('\n')));
        ByteBuffer text = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
        bytes += text.remaining();
        while (text.hasRemaining()) {
            channel.write(text);
        }
        jobs.addAll(some);
    }

    /** Should another one be begun? */
    public boolean isFull() {
        return jobs.size() >= JOBS_MAX || bytes >= BYTES_MAX;
    }

    /** All that were added. */
    public List<JobId> jobs() {
        return jobs;
    }

    /** Has it under its name, on disk. Nothing if there is nothing in it. */
    public Optional<Path> complete() throws IOException {
        if (bytes == 0) {
            discard();
            return Optional.empty();
        }
        channel.force(true);
        channel.close();
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        forceNames();
        return Optional.of(file);
    }

    /** As if it had never been begun. */
    public void discard() {
        try (channel) {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // A part that is left behind is known by its name, and harmless.
        }
    }

    /** Where a folder cannot be opened, as on Windows, the file system sees to it. */
    private void forceNames() throws IOException {
        if (File.separatorChar == '\\') {
            return;
        }
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}
