package dev.baton.faults.power;

import dev.baton.faults.jvm.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A {@link Busy} process that can be made to stand still and go on. Closing it kills it. */
final class BusyProcess implements AutoCloseable {

    private static final Duration AT_MOST = Duration.ofSeconds(60);

    private final Process process;
    private final Path acknowledged;

    private BusyProcess(Process process, Path acknowledged) {
        this.process = process;
        this.acknowledged = acknowledged;
    }

    static BusyProcess start(String classPath, Path database, Path acknowledged) throws IOException {
        Files.deleteIfExists(acknowledged);
        Files.createFile(acknowledged);
        var jvm = new ChildJvm(classPath, List.of("-Xmx128m"), acknowledged.resolveSibling("busy.log"));
        Path folder = Files.createDirectories(acknowledged.resolveSibling("busy"));
        Process process =
                jvm.start(folder, Busy.class.getName(), List.of(database.toString(), acknowledged.toString()));
        return new BusyProcess(process, acknowledged);
    }

    /** How much it was told, in bytes of what it wrote down. */
    long told() {
        return acknowledged.toFile().length();
    }

    /** Waits until it was told so much. */
    void awaitTold(long bytes) throws InterruptedException {
        await("work", () -> told() >= bytes);
    }

    /** Lets so much time pass in which it works. */
    void work(Duration time) throws InterruptedException {
        process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns when none of its threads is under way any more, not even within the operating system. */
    void standStill() throws IOException, InterruptedException {
        Programs.run("sh", "-c", "kill -STOP " + process.pid());
        await("stand still", this::standsStill);
    }

    void goOn() throws IOException {
        Programs.run("sh", "-c", "kill -CONT " + process.pid());
    }

    Acknowledged acknowledged() throws IOException {
        return Acknowledged.in(acknowledged);
    }

    private boolean standsStill() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.allMatch(BusyProcess::isStopped);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.startsWith("T", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + AT_MOST.toNanos();
        while (!condition.getAsBoolean()) {
            boolean ended = process.waitFor(1, TimeUnit.MILLISECONDS);
            if (ended || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("The process does not " + what + (ended ? ", it ended" : "") + "; see "
                        + acknowledged.resolveSibling("busy.log"));
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
