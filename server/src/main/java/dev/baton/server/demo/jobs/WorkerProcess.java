package dev.baton.server.demo.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The worker as seen from the demo: a process that is started, killed and started again. One is alive at a time. */
final class WorkerProcess implements AutoCloseable {

    /** What the shell says of a process that was ended by signal 9. */
    private static final int KILLED = 137;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final DemoFolder folder;
    private final List<String> command;
    private @Nullable Process process;
    private boolean closed;

    WorkerProcess(DemoFolder folder) {
        this.folder = folder;
        this.command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It lives for a few seconds: to be there soon counts for more than to be fast in the long run.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // Killed, it cannot remove the native library that SQLite unpacks; so that lies where all is removed.
                "-Dorg.sqlite.tmpdir=" + folder.path(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                folder.path().toString());
    }

    /** Starts it; of no effect once this is closed. */
    synchronized void start() throws IOException {
        if (closed) {
            return;
        }
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.workerLog().toFile()));
        builder.environment().putIfAbsent("BATON_LOG", "INFO");
        process = builder.start();
    }

    /** Waits so long, or until it has ended. True if it has. */
    boolean hasEnded(Duration within) throws InterruptedException {
        return current().waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    long pid() {
        return current().pid();
    }

    /** Kills it with SIGKILL, which no process can catch, and waits until it is gone. False if it had ended by itself. */
    boolean kill() throws InterruptedException {
        Process victim = current();
        boolean gone = victim.destroyForcibly().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return gone && victim.exitValue() == KILLED;
    }

    /** Asks it to end, and waits for that. False if it did not end in good order. */
    boolean stop() throws IOException, InterruptedException {
        Process last = current();
        last.getOutputStream().close();
        return last.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) && last.exitValue() == 0;
    }

    /** How it is, for people. */
    @Override
    public String toString() {
        Process last = current();
        return last.isAlive()
                ? "The worker " + last.pid() + " is not through."
                : "The worker " + last.pid() + " ended with exit code " + last.exitValue() + ".";
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Whatever happens, no process is left behind. */
    @Override
    public synchronized void close() {
        closed = true;
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    private synchronized Process current() {
        if (process == null) {
            throw new IllegalStateException("The worker was not started");
        }
        return process;
    }
}
