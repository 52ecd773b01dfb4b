package dev.baton.checker;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The independent log: what the demo enqueued, asked for and killed, and what handlers began and ended, by their own word. Every
 * entry is one write at the end of the file, without a buffer, so a process that is killed takes nothing with it that it has
 * said, and entries of several processes stand in the order of time. Safe for use by several threads.
 *
 * <p>An entry begins with a line break and ends with a semicolon: one that was cut off by a kill is known by its missing end,
 * and does not spoil the next.
 */
public final class Journal implements AutoCloseable {

    static final String END = ";";

    private final long pid = ProcessHandle.current().pid();
    private final FileOutputStream file; // not a channel, which an interrupted handler would close for all

    private Journal(FileOutputStream file) {
        this.file = file;
    }

    /** Opens the file to add to it. */
    public static Journal open(Path file) throws IOException {
        return new Journal(new FileOutputStream(file.toFile(), true));
    }

    /** The store has acknowledged a job. A key that was given before is acknowledged with the job that has it. */
    public void enqueued(String job, String type, Fate fate, long dueMicros, String key, Turn turn) throws IOException {
        write("enqueued", job, type, fate, dueMicros, key.isEmpty() ? "-" : key, turn);
    }

    /** An operator is about to ask for this; said before, as what comes of it may be said by others at once. */
    public void asks(String job, Asked asked) throws IOException {
        write("asks", job, asked);
    }

    /** That process was killed, and is gone. */
    public void killed(long process) throws IOException {
        write("killed", process);
    }

    /** A handler begins. */
    public void started(String job, int attempt, long fence, long atMicros, Turn turn) throws IOException {
        write("started", job, attempt, fence, atMicros, turn);
    }

    /** A handler is at its end, and about to return. */
    public void ended(String job, int attempt, long fence, Said said, Turn turn) throws IOException {
        write("ended", job, attempt, fence, said, turn);
    }

    private void write(String what, Object... details) throws IOException {
        var entry = new StringBuilder("\n").append(pid).append(' ').append(what);
        for (Object detail : details) {
            entry.append(' ').append(detail.toString().toLowerCase(Locale.ROOT));
        }
        file.write(entry.append(' ').append(END).toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
