package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static dev.baton.sqlite.Sample.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.NewJob;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another process that keeps the file locked for longer than anybody waits. */
class LockedFileTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    /** Has the file locked until it is told to go on, and then is done with it. */
    abstract static class Holder {
        static void hold(String file, String begin) throws Exception {
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    var statement = connection.createStatement()) {
                statement.execute(begin);
                System.out.println("locked");
                System.in.read();
                statement.execute("ROLLBACK");
                System.out.println("free");
                System.in.read();
            }
        }
    }

    static final class Immediate extends Holder {
        public static void main(String[] args) throws Exception {
            hold(args[0], "BEGIN IMMEDIATE");
        }
    }

    static final class Exclusive extends Holder {
        public static void main(String[] args) throws Exception {
            hold(args[0], "BEGIN EXCLUSIVE");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Immediate.class, Exclusive.class})
    void a_write_is_refused_after_a_bounded_wait_reads_go_on_and_so_do_writes_afterwards(
            Class<?> holder, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("app.db");
        NewJob before = Sample.job();
        NewJob refused = Sample.job();
        try (SqliteStore store = SqliteStore.open(file, InstantSource.system(), SHORT)) {
            insert(store, before);
            try (OtherProcess locking = OtherProcess.start(holder, file)) {
                assertThat(locking.line()).isEqualTo("locked");

                assertThat(codeOf(() -> insert(store, refused))).isEqualTo("STORE_BUSY");
                assertThat(codeOf(() -> Sample.join(store))).isEqualTo("STORE_BUSY");
                assertThat(store.payload(before.id())).isPresent();
                assertThat(store.payload(refused.id())).as("nothing was done").isEmpty();

                locking.goOn();
                assertThat(locking.line()).isEqualTo("free");
                assertThat(codeOf(() -> insert(store, refused))).isEqualTo("accepted");
                assertThat(codeOf(() -> Sample.join(store)))
                        .as("what was refused left no lock behind")
                        .isEqualTo("accepted");
            }
        }
    }

    @Test
    void a_lock_goes_with_the_process_that_had_it(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("app.db");
        try (SqliteStore store = SqliteStore.open(file, InstantSource.system(), SHORT)) {
            try (OtherProcess locking = OtherProcess.start(Immediate.class, file)) {
                assertThat(locking.line()).isEqualTo("locked");
                assertThat(codeOf(() -> insert(store, Sample.job()))).isEqualTo("STORE_BUSY");
            }
            assertThat(codeOf(() -> insert(store, Sample.job()))).isEqualTo("accepted");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Immediate.class, Exclusive.class})
    void a_new_file_that_is_locked_is_not_waited_for_for_ever_and_can_be_opened_afterwards(
            Class<?> holder, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("app.db");
        try (OtherProcess locking = OtherProcess.start(holder, file)) {
            assertThat(locking.line()).isEqualTo("locked");

            assertThat(codeOf(() -> SqliteStore.open(file, InstantSource.system(), SHORT)))
                    .isEqualTo("STORE_BUSY");

            locking.goOn();
            assertThat(locking.line()).isEqualTo("free");
            assertThat(codeOf(() -> SqliteStore.open(file, InstantSource.system(), SHORT)
                            .close()))
                    .isEqualTo("accepted");
        }
    }
}
