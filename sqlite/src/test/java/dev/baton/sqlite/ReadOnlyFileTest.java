package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and folders this process may not write to. Real modes, and a real process that has to obey them, also if it is root's. */
class ReadOnlyFileTest {

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void makeFile() {
        file = folder.resolve("app.db");
        SqliteStore.open(file).close();
    }

    /** Tries to add a job, time and again. */
    static final class Enqueuer {
        public static void main(String[] args) throws IOException {
            do {
                System.out.println(codeOf(() -> {
                    try (SqliteStore store = SqliteStore.open(Path.of(args[0]))) {
                        Sample.insert(store, Sample.job());
                    }
                }));
            } while (System.in.read() >= 0);
        }
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    @Test
    void a_read_only_file_is_refused_and_not_touched_and_used_once_it_may_be_written() throws Exception {
        byte[] before = Files.readAllBytes(file);
        mode(file, "r--------");
        try (OtherProcess enqueuer = OtherProcess.startObedient(Enqueuer.class, file)) {
            assertThat(enqueuer.line()).isEqualTo("READ_ONLY");
            assertThat(Files.readAllBytes(file)).isEqualTo(before);

            mode(file, "rw-------");
            enqueuer.goOn();
            assertThat(enqueuer.line()).isEqualTo("accepted");
        }
    }

    @Test
    void a_read_only_folder_is_refused_as_there_is_no_room_for_the_log() throws Exception {
        try (OtherProcess enqueuer = OtherProcess.startObedient(Enqueuer.class, file)) {
            assertThat(enqueuer.line()).isEqualTo("accepted");
            byte[] before = Files.readAllBytes(file);
            mode(folder, "r-xr-xr-x");
            enqueuer.goOn();
            assertThat(enqueuer.line()).isEqualTo("READ_ONLY");
            assertThat(Files.readAllBytes(file)).isEqualTo(before);

            mode(folder, "rwx------");
            enqueuer.goOn();
            assertThat(enqueuer.line()).isEqualTo("accepted");
        } finally {
            mode(folder, "rwx------");
        }
    }

    @Test
    void a_file_in_a_folder_that_takes_none_is_a_clear_error_whoever_asks() {
        assertThat(codeOf(() -> SqliteStore.open(Path.of("/proc/self/app.db")))).isIn("READ_ONLY", "STORE_UNAVAILABLE");
    }

    @Test
    void a_log_that_cannot_be_made_is_a_clear_error_whoever_asks_and_all_is_well_when_it_can() throws Exception {
        byte[] before = Files.readAllBytes(file);
        Path inTheWay = Files.createDirectory(folder.resolve("app.db-wal"));

        assertThat(codeOf(() -> SqliteStore.open(file))).isEqualTo("STORE_UNAVAILABLE");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);

        Files.delete(inTheWay);
        assertThat(codeOf(() -> SqliteStore.open(file).close())).isEqualTo("accepted");
    }
}
