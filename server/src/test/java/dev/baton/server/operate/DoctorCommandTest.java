package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.postgres.PostgresStore;
import dev.baton.server.Printed;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.store.OperatorCommand.By;
import dev.baton.testserver.SharedServer;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

    record Letter(String to) {}

    private static final JobType<Letter> LETTER = JobType.of("letter", Letter.class);
    private static final JobType<Letter> PARCEL = JobType.of("parcel", Letter.class);
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Printed doctor(Path file) {
        return Printed.of(List.of("doctor", "--file", file.toString()));
    }

    /** An engine that runs, with a job that is dead at the head of a lane, one that nobody takes, and a queue that is paused. */
    private static Baton ill(JobStore store) throws InterruptedException {
        Baton baton = Baton.on(store)
                .decide(LETTER, "post", (letter, run, post) -> Outcome.fail("NO_SUCH_STREET", ""))
                .enqueues(PARCEL)
                .start();
        JobId dead = baton.enqueue(LETTER.job(new Letter("a")).lane("a")).id();
        baton.await(dead, LONG);
        baton.enqueue(PARCEL, new Letter("b"));
        baton.pause("mail", new By("alice", ""));
        return baton;
    }

    @Test
    void a_file_on_which_an_engine_works_is_well() {
        Path file = folder.resolve("app.db");
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .handle(LETTER, "post", (letter, run, post) -> {})
                .start()) {
            Printed printed = doctor(file);

            assertThat(printed.err()).isEmpty();
            assertThat(printed.out().lines()).isNotEmpty().allMatch(line -> line.startsWith("ok "));
            assertThat(printed.code()).isZero();
            assertThat(baton.isLive()).isTrue();
        }
    }

    @Test
    void what_stands_still_in_a_file_is_told_with_what_to_do() throws Exception {
        Path file = folder.resolve("app.db");
        try (Baton running = ill(SqliteStore.open(file))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

            Printed printed = doctor(file);

            assertThat(running.isLive()).isTrue();
            assertThat(printed.code()).isEqualTo(1);
            assertThat(printed.out().lines())
                    .filteredOn(line -> line.startsWith("LOOK"))
                    .hasSize(5)
                    .anyMatch(line -> line.contains("permissions: rw-r--r--. ") && line.contains("chmod 600"))
                    .anyMatch(line -> line.contains("1 lanes blocked") && line.contains("./baton lanes"))
                    .anyMatch(line -> line.contains("1 dead jobs"))
                    .anyMatch(line -> line.contains("1 switches off"))
                    .anyMatch(line -> line.contains("1 kinds of jobs that wait and that no live node takes"));
        }
    }

    @Test
    void a_file_without_an_engine_says_that_nothing_runs_and_a_missing_or_foreign_one_is_not_made() throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();
        Path other = Files.createFile(folder.resolve("empty.db"));

        assertThat(doctor(file).out()).contains("LOOK  nodes: no live node");
        assertThat(doctor(folder.resolve("none.db")).err()).contains("NO_SUCH_FILE");
        assertThat(folder.resolve("none.db")).doesNotExist();
        assertThat(doctor(other).code()).isEqualTo(1);
        assertThat(doctor(other).out()).contains("./baton migrate --apply");
        assertThat(Files.size(other)).isZero();
    }

    @Test
    void damaged_pages_are_found() throws Exception {
        Path file = folder.resolve("app.db");
        try (Baton baton = Baton.on(SqliteStore.open(file)).enqueues(LETTER).start()) {
            for (int i = 0; i < 200; i++) {
                baton.enqueue(LETTER, new Letter("x".repeat(500)));
            }
        }
        try (var pages = new RandomAccessFile(file.toFile(), "rw")) {
            for (long at = pages.length() / 2; at < pages.length(); at += 4096) {
                pages.seek(at);
                pages.write(new byte[64]);
            }
        }

        Printed printed = doctor(file);

        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("LOOK  file: damaged").contains("restore a backup");
    }

    @Test
    void what_stands_still_in_a_database_is_told_too() throws Exception {
        String schema = SharedServer.freshSchema();
        List<String> command = List.of("doctor", "--url", SharedServer.server().url(), "--schema", schema, "--json");
        try (Baton baton =
                ill(PostgresStore.on(SharedServer.pool()).schema(schema).open())) {
            Printed printed = Printed.of(command);

            assertThat(baton.isLive()).isTrue();
            assertThat(printed.err()).isEmpty();
            assertThat(printed.code()).isEqualTo(1);
            assertThat(printed.out().lines())
                    .anyMatch(line -> line.startsWith("{\"well\":true,\"subject\":\"tables\""))
                    .anyMatch(
                            line -> line.startsWith("{\"well\":false,\"subject\":\"lanes\",\"what\":\"1 lanes blocked"))
                    .anyMatch(line ->
                            line.startsWith("{\"well\":false,\"subject\":\"routes\",\"what\":\"1 kinds of jobs"))
                    .anyMatch(line -> line.startsWith("{\"well\":true,\"subject\":\"running jobs\""))
                    .anyMatch(line -> line.startsWith("{\"well\":true,\"subject\":\"oldest transaction\""));
        }
        assertThat(Printed.of(command).out()).contains("\"what\":\"no live node\"");
    }
}
