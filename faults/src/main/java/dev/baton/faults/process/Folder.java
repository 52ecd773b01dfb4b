package dev.baton.faults.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where a run has its files. */
record Folder(Path path) {

    /** A file for jobs, where they are kept in one. */
    Path file() {
        return path.resolve("jobs.db");
    }

    Effects effects() throws IOException {
        return new Effects(path.resolve("effects"));
    }

    /** The log of the so-many-th process. */
    Path journal(int life) {
        return path.resolve("life-" + life + ".log");
    }

    /** What the process says to nobody. */
    Path output(int life) {
        return path.resolve("life-" + life + ".out");
    }

    /** All logs that there are. */
    Path[] journals() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            List<Path> logs = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
            return logs.toArray(Path[]::new);
        }
    }
}
