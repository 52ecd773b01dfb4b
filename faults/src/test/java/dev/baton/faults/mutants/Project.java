package dev.baton.faults.mutants;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where the sources of this project are, and what was compiled of them. */
final class Project {

    static final Path ROOT =
            Path.of(System.getProperty("baton.root", "..")).toAbsolutePath().normalize();

    private Project() {}

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With all that is in it. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** What this process runs on, and the tests of all modules. */
    static String classPath() {
        String tests = String.join(
                File.pathSeparator,
                Stream.of("core", "core-tests", "sqlite", "postgres-tests", "outbox")
                        .map(module -> ROOT.resolve(Path.of(module, "target", "test-classes")))
                        .map(Path::toString)
                        .toList());
        return System.getProperty("java.class.path") + File.pathSeparator + tests;
    }
}
