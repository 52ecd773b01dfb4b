package dev.baton.checker;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The independent log: what was enqueued, asked for and killed, and what handlers began and ended, by their own word. Every entry
 * is one write at the end of the file, without a buffer, so a process that is killed takes nothing with it that it has said. Each
 * begins with who wrote it and when, by a clock that all processes of a machine share, so that several logs can be read as one.
 * Safe for use by several threads.
 *
 * <p>An entry begins with a line break and ends with a semicolon: one that was cut off by a kill is known by its missing end,
 * and does not spoil the next.
 */
public final class Journal implements AutoCloseable {

    static final String END = ";";
    static final String NONE = "-";

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
        write("enqueued", job, type, fate, dueMicros, orNone(key), turn);
    }

    /** What is to be enqueued: a piece of work with a name of its own, which is the label of its job. */
    public record Wanted(String work, String type, String key, String lane, Fate fate, long dueMicros) {}

    /** A call that is to enqueue something begins. If nothing more is said of it, nobody knows what came of it. */
    public void invoked(String call, Wanted wanted) throws IOException {
        write(
                "invoked",
                call,
                wanted.work(),
                wanted.type(),
                orNone(wanted.key()),
                orNone(wanted.lane()),
                wanted.fate(),
                wanted.dueMicros());
    }

    /** That call was answered with this job, which was there before or was not. */
    public void acknowledged(String call, String job, Turn turn, boolean existing) throws IOException {
        write("acknowledged", call, job, turn, existing ? "existing" : "added");
    }

    /** That call was refused, or rolled back by its caller: what it wanted must not exist. */
    public void refused(String call) throws IOException {
        write("refused", call);
    }

    /** An operator is about to ask for this; said before, as what comes of it may be said by others at once. */
    public void asks(String job, Asked asked) throws IOException {
        write("asks", job, asked);
    }

    /** The operator was told that it is done. */
    public void applied(String job, Asked asked) throws IOException {
        write("applied", job, asked);
    }

    /** That process was killed, and is gone. */
    public void killed(long process) throws IOException {
        write("killed", process);
    }

    /** From here on that process can do nothing, or reach nobody, until it is resumed. */
    public void stopped(long process) throws IOException {
        write("stopped", process);
    }

    /** That process goes on. */
    public void resumed(long process) throws IOException {
        write("resumed", process);
    }

    /** Something was made to go wrong, in words. */
    public void fault(String what) throws IOException {
        write("fault", what);
    }

    /** From now on nothing is made to go wrong. */
    public void healed() throws IOException {
        write("healed");
    }

    /** Everything is over that can be. */
    public void drained() throws IOException {
        write("drained");
    }

    /** Somebody was told that the lane of this job stands still because of it. */
    public void alerted(String job) throws IOException {
        write("alerted", job);
    }

    /** A handler begins. */
    public void started(String job, int attempt, long fence, long atMicros, Turn turn) throws IOException {
        write("started", job, attempt, fence, atMicros, turn);
    }

    /** A handler begins, with this piece of work in its hands. */
    public void started(String job, int attempt, long fence, long atMicros, Turn turn, String work) throws IOException {
        write("started", job, attempt, fence, atMicros, turn, work);
    }

    /** A handler is at its end, and about to return. That it does not know it may say after it said that the work is done. */
    public void ended(String job, int attempt, long fence, Said said, Turn turn) throws IOException {
        write("ended", job, attempt, fence, said, turn);
    }

    private static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    private void write(String what, Object... details) throws IOException {
        var entry = new StringBuilder("\n").append(pid).append(' ').append(System.nanoTime());
        entry.append(' ').append(what);
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
