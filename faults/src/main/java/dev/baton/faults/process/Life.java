package dev.baton.faults.process;

import java.io.IOException;
import java.nio.file.Path;
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

    private Life(Process process) {
        this.process = process;
    }

    /** Starts one; with these options of its JVM. */
    static Life start(Folder folder, int number, List<String> options, List<String> arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        // Killed, it cannot remove the native library that SQLite unpacks; so that lies where all is removed.
        command.add("-Dorg.sqlite.tmpdir=" + folder.path());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.add(folder.path().toString());
        command.add(String.valueOf(number));
        command.addAll(arguments);
        return new Life(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.output(number).toFile())
                .start());
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
