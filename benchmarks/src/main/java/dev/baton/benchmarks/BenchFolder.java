package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The fresh folder of one bench, with all its databases. */
final class BenchFolder {

    private final Path path;
    private final List<BenchFile> files = new ArrayList<>();

    private BenchFolder(Path path) {
        this.path = path;
    }

    /** Where this says; otherwise among the temporary files, or in the working directory if those are kept in memory. */
    static BenchFolder create(Optional<Path> in) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
        boolean inMemory = Files.getFileStore(temporary).type().contains("tmpfs");
        Path parent = in.orElse(inMemory ? Path.of("") : temporary).toAbsolutePath();
        return new BenchFolder(Files.createTempDirectory(parent, "baton-bench-"));
    }

    Path path() {
        return path;
    }

    String fileSystem() throws IOException {
        FileStore store = Files.getFileStore(path);
        return store.type();
    }

    /** A new database of which nothing must be lost. */
    BenchFile file(String name) {
        return keep(BenchFile.at(path.resolve(name + ".db")));
    }

    /** The same file is checked for what was put into it before, too. */
    BenchFile keep(BenchFile file) {
        files.removeIf(each -> each.path().equals(file.path()));
        files.add(file);
        return file;
    }

    /** One that is no store of jobs. */
    Path other(String name) {
        return path.resolve(name);
    }

    List<BenchFile> files() {
        return files;
    }

    void delete() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
