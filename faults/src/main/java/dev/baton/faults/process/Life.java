package dev.baton.faults.process;

import dev.baton.faults.jvm.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One process of a run, as seen from the outside. */
final class Life implements AutoCloseable {

    /** What the shell says of a process that was ended by signal 9; one that halts itself says the same. */
    static final int KILLED = 137;
    /** Of one that did not end, and had to be ended. */
    static final int NOT_ENDED = -1;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final int number;

    private Life(Process process, int number) {
        this.process = process;
        this.number = number;
    }

    /** Starts one; with these options of its JVM. */
    static Life start(Folder folder, int number, List<String> options, List<String> arguments) throws IOException {
        return start(Worker.class, folder, number, options, arguments);
    }

    /** Starts one that does something else. */
    static Life start(Class<?> main, Folder folder, int number, List<String> options, List<String> arguments)
            throws IOException {
        var all = new ArrayList<>(options);
        all.add("-Xmx96m");
        // Killed, it cannot remove the native library that SQLite unpacks; so that lies where all is removed.
        all.add("-Dorg.sqlite.tmpdir=" + folder.path());
        var words = new ArrayList<>(List.of(folder.path().toString(), String.valueOf(number)));
        words.addAll(arguments);
        var jvm = new ChildJvm(all, folder.output(number));
        return new Life(jvm.start(folder.path(), main.getName(), words), number);
    }

    /** The so-many-th of its run. */
    int number() {
        return number;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits so long, or until it has ended. True if it has. */
    boolean hasEnded(Duration within) throws InterruptedException {
        return process.waitFor(within.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits for its end, and says with which code it came; it is ended if it does not end. */
    int end() throws InterruptedException {
        if (!hasEnded(PATIENCE)) {
            close();
            return NOT_ENDED;
        }
        return process.exitValue();
    }

    /** Sends it a signal, as a shell would. */
    void signal(String name) throws IOException, InterruptedException {
        int sent = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                .start()
                .waitFor();
        if (sent != 0 && isAlive()) {
            throw new IllegalStateException("SIG" + name + " could not be sent to " + pid());
        }
    }

    /** Kills it with SIGKILL, which no process can catch, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
