package dev.baton.benchmarks.sqlite;

import dev.baton.benchmarks.Database;
import dev.baton.benchmarks.Kind;
import dev.baton.benchmarks.NaiveQueue;
import dev.baton.benchmarks.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** A fresh folder with all files of one bench. */
public final class SqliteSite implements Site {

    private final Path folder;
    private final List<Database> databases = new ArrayList<>();

    private SqliteSite(Path folder) {
        this.folder = folder;
    }

    /** Where this says; otherwise among the temporary files, or in the working directory if those are kept in memory. */
    public static SqliteSite create(Optional<Path> in) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
        boolean inMemory = Files.getFileStore(temporary).type().contains("tmpfs");
        Path parent = in.orElse(inMemory ? Path.of("") : temporary).toAbsolutePath();
        return new SqliteSite(Files.createTempDirectory(parent, "baton-bench-"));
    }

    /** Where its files are. */
    public Path folder() {
        return folder;
    }

    @Override
    public Kind kind() {
        return Kind.SQLITE;
    }

    @Override
    public void describe(BiConsumer<String, String> setting) {
        setting.accept("store", "SQLite, WAL, synchronous=FULL, on " + fileSystem());
    }

    private String fileSystem() {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<Path> disk() {
        return Optional.of(folder.resolve("disk"));
    }

    @Override
    public Database database(String name) {
        Database database = SqliteDatabase.at(folder.resolve(name + ".db"));
        databases.add(database);
        return database;
    }

    @Override
    public List<Database> databases() {
        return databases;
    }

    @Override
    public NaiveQueue naive(String name) throws SQLException {
        PlainFile plain = PlainFile.open(folder.resolve(name + ".db"));
        plain.execute(SqliteBenchSql.NAIVE_JOBS);
        plain.execute(SqliteBenchSql.NAIVE_INDEX);
        plain.execute(SqliteBenchSql.NAIVE_ATTEMPTS);
        return new NaiveQueue(plain);
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
