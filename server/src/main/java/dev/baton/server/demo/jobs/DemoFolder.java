package dev.baton.server.demo.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of one demo, fresh, and what lies in it: the database, the independent log, and what the worker printed. */
record DemoFolder(Path path) {

    private static final int LINES_MAX = 20;

    static DemoFolder create() throws IOException {
        return new DemoFolder(Files.createTempDirectory("baton-demo-"));
    }

    static Path database(Path folder) {
        return folder.resolve("jobs.db");
    }

    static Path log(Path folder) {
        return folder.resolve("handlers.log");
    }

    /** There once an operator has seen to what kept a job from being done. */
    static Path repaired(Path folder) {
        return folder.resolve("repaired");
    }

    Path database() {
        return database(path);
    }

    Path log() {
        return log(path);
    }

    Path repaired() {
        return repaired(path);
    }

    Path workerLog() {
        return path.resolve("worker.log");
    }

    /** The end of what the worker printed, for people who want to know why it ended. */
    List<String> lastWords() throws IOException {
        List<String> lines = Files.exists(workerLog()) ? Files.readAllLines(workerLog()) : List.of();
        return lines.subList(Math.max(0, lines.size() - LINES_MAX), lines.size());
    }

    void delete() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
