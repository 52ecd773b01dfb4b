package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static dev.baton.sqlite.Sample.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.JdbcTransaction;
import dev.baton.store.NewJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file that is deleted or replaced under a running store: nothing is written to where nobody will ever find it. */
class ReplacedFileTest {

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    @ParameterizedTest
    @CsvSource({"app.db, 0", "app.db-wal, 0", "app.db-shm, 0", "app.db, 60", "app.db-wal, 60", "app.db-shm, 60"})
    void what_was_moved_away_stops_every_write_until_it_is_back(String part, int minutesUntouched) throws Exception {
        NewJob before = Sample.job();
        NewJob refused = Sample.job();
        Path moved = folder.resolve(part);
        try (SqliteStore store = SqliteStore.open(file)) {
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(Duration.ofMinutes(minutesUntouched))));
            insert(store, before);
            Files.move(moved, folder.resolve("elsewhere"));

            assertThat(codeOf(() -> insert(store, refused))).isEqualTo("STORE_REPLACED");
            assertThat(codeOf(() -> Sample.join(store))).isEqualTo("STORE_REPLACED");
            assertThat(moved).as("no new one").doesNotExist();

            Files.move(folder.resolve("elsewhere"), moved);
            assertThat(store.payload(refused.id())).isEmpty();
            assertThat(codeOf(() -> insert(store, refused))).isEqualTo("accepted");
        }
        try (SqliteStore store = SqliteStore.open(file)) {
            assertThat(store.payload(before.id())).isPresent();
            assertThat(store.payload(refused.id())).isPresent();
        }
    }

    @Test
    void a_deleted_file_is_not_made_anew_neither_by_writing_nor_by_opening_again() throws Exception {
        SqliteStore store = SqliteStore.open(file);
        insert(store, Sample.job());
        Files.delete(file);

        assertThat(codeOf(() -> insert(store, Sample.job()))).isEqualTo("STORE_REPLACED");
        store.close();
        assertThat(codeOf(() -> SqliteStore.open(file))).isEqualTo("STORE_GONE");
        assertThat(file).doesNotExist();
    }

    @Test
    void another_file_in_its_place_is_not_written_to_by_the_store_nor_for_a_caller() throws Exception {
        Path other = folder.resolve("other.db");
        SqliteStore.open(other).close();
        byte[] others = Files.readAllBytes(other);
        try (SqliteStore store = SqliteStore.open(file)) {
            insert(store, Sample.job());
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

            assertThat(codeOf(() -> insert(store, Sample.job()))).isEqualTo("STORE_REPLACED");
            try (var caller = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                caller.setAutoCommit(false);
                assertThat(codeOf(() -> store.insert(
                                new JdbcTransaction(caller),
                                List.of(Sample.job()),
                                store.clock().instant())))
                        .isEqualTo("STORE_REPLACED");
            }
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(others);
    }

    @Test
    void another_folder_under_the_same_name_is_noticed_as_its_files_are_others() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path inside = data.resolve("app.db");
        var longAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        try (SqliteStore store = SqliteStore.open(inside)) {
            Files.setLastModifiedTime(data, longAgo);
            insert(store, Sample.job());

            Files.move(data, folder.resolve("elsewhere"));
            Files.createDirectory(data);
            Files.setLastModifiedTime(data, longAgo);

            assertThat(codeOf(() -> insert(store, Sample.job()))).isEqualTo("STORE_REPLACED");
        }
    }

    @Test
    void who_waits_for_work_is_woken_when_the_file_is_gone() throws Exception {
        try (SqliteStore store = SqliteStore.open(file)) {
            var hints = new Semaphore(0);
            try (AutoCloseable subscription = store.onWork(hints::release)) {
                assertThat(subscription).isNotNull();
                Files.move(file, folder.resolve("elsewhere"));

                assertThat(hints.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }
}
