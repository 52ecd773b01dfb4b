package dev.baton.faults.mutants;

import dev.baton.faults.jvm.ChildJvm;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * What came of the tests of one class in a process of their own.
 *
 * @param passed how many did before the first that failed
 * @param failed the first that failed; empty if none did
 * @param timedOut whether it failed for no other reason than that its time was over
 */
record TestRun(String testClass, int passed, String failed, String message, boolean timedOut, Duration took) {

    private static final Duration AT_MOST = Duration.ofMinutes(3);
    /** Enough to see one who does not wait for the disk; the proof for those who do takes more. */
    private static final int POWER_CUTS = 5;
    /** Where there is such a thing: nobody asks here how long a disk takes. */
    private static final Path MEMORY = Path.of("/dev/shm");

    /** Runs them on this class path, below this folder. */
    static TestRun of(String testClass, String classPath, Path folder) throws IOException, InterruptedException {
        String shortName = testClass.substring(testClass.lastIndexOf('.') + 1).replace('/', '-');
        Path work = Files.createDirectories(folder.resolve(shortName));
        Path report = work.resolve("report.properties");
        Files.deleteIfExists(report);
        Path scratch = Files.createTempDirectory(Files.isWritable(MEMORY) ? MEMORY : work, "baton-mutants-");
        long began = System.nanoTime();
        List<String> options = List.of(
                "-Djava.io.tmpdir=" + scratch,
                "-Dbaton.testserver.folder=" + System.getProperty("java.io.tmpdir"),
                "-Dbaton.root=" + Project.ROOT,
                "-Dbaton.power.cuts=" + POWER_CUTS);
        Process process = new ChildJvm(classPath, options, work.resolve("output.log"))
                .start(work, FirstFailure.class.getName(), List.of(testClass, report.toString()));
        boolean ended;
        try {
            ended = process.waitFor(AT_MOST.toSeconds(), TimeUnit.SECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            Project.delete(scratch);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        if (!ended) {
            return new TestRun(testClass, 0, "all of it", "did not end within " + AT_MOST, true, took);
        }
        return read(testClass, report, took);
    }

    private static TestRun read(String testClass, Path report, Duration took) throws IOException {
        var found = new Properties();
        if (!Files.exists(report)) {
            throw new IllegalStateException(
                    "The tests of " + testClass + " could not be run, see " + report.resolveSibling("output.log"));
        }
        try (Reader reader = Files.newBufferedReader(report)) {
            found.load(reader);
        }
        return new TestRun(
                testClass,
                Integer.parseInt(found.getProperty("passed")),
                found.getProperty("failed"),
                found.getProperty("message"),
                Boolean.parseBoolean(found.getProperty("timed-out")),
                took);
    }

    boolean isGreen() {
        return failed.isEmpty() && passed > 0;
    }

    boolean isCaught() {
        return !failed.isEmpty();
    }

    /** Which test it was. */
    String caughtBy() {
        return testClass + "#" + failed + (timedOut ? " (by its time-out)" : "");
    }
}
