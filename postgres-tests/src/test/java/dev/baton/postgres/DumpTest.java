package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.OperatorCommand.By;
import dev.baton.testserver.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The commands by which docs/operations.md has a database dumped and restored, with the {@code pg_dump} of this host. One that is older than
 * the server has to refuse, as the page says.
 */
@Tag("external")
class DumpTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE =
            JobType.of("note.take", Note.class).witnessed();
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Pattern COMMAND = Pattern.compile("(?m)^ *((?:pg_dump|createdb|pg_restore) .*)$");
    private static final Pattern VERSION = Pattern.compile("\\) (\\d+)");

    @RegisterExtension
    final OwnDatabase database = new OwnDatabase();

    @TempDir
    Path folder;

    @AfterEach
    void drop() throws Exception {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS restored WITH (FORCE)");
        }
    }

    private String sh(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        return process.waitFor() + " " + said.strip();
    }

    private String command(String start) throws IOException {
        String page = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "operations.md"));
        Matcher commands = COMMAND.matcher(page);
        while (commands.find()) {
            if (commands.group(1).startsWith(start)) {
                String here = "postgresql://postgres@127.0.0.1:"
                        + SharedServer.server().port() + "/";
                return commands.group(1)
                        .replace(
                                "postgresql://db.example/shop",
                                here + database.source().getDatabaseName())
                        .replace("postgresql://db.example/", here);
            }
        }
        throw new AssertionError("The page does not say " + start);
    }

    private static Baton start(PGSimpleDataSource source, List<JobId> ran) {
        return Baton.on(PostgresStore.of(source))
                .handle(NOTE, ran, (note, run, all) -> all.add(run.id()))
                .start();
    }

    @Test
    void a_database_under_work_is_dumped_and_restored_by_the_commands_of_the_page() throws Exception {
        var ran = new ArrayList<JobId>();
        Matcher dumps = VERSION.matcher(sh("pg_dump --version"));
        assertThat(dumps.find()).as("pg_dump is needed here").isTrue();
        try (Baton baton = start(database.source(), ran)) {
            JobId done = baton.enqueue(NOTE.job(new Note("done")).lane("alice")).id();
            baton.await(done, LONG);
            baton.pause("default", new By("alice", "a backup is made"));
            JobId waiting =
                    baton.enqueue(NOTE.job(new Note("waits")).lane("alice")).id();

            String dumped = sh(command("pg_dump"));

            if (Integer.parseInt(dumps.group(1)) < database.ask("SHOW server_version_num") / 10_000) {
                assertThat(dumped).startsWith("1 ").contains("server version mismatch");
            } else {
                assertThat(dumped).isEqualTo("0 ");
                assertThat(sh(command("createdb"))).isEqualTo("0 ");
                assertThat(sh(command("pg_restore"))).isEqualTo("0 ");
                goOn(done, waiting);
            }
        }
    }

    private void goOn(JobId done, JobId waiting) throws InterruptedException {
        var again = new ArrayList<JobId>();
        var source = new PGSimpleDataSource();
        source.setUrl(SharedServer.server().url().replace("/postgres?", "/restored?"));
        try (Baton baton = start(source, again)) {
            baton.resume("default", new By("alice", "it is restored"));

            assertThat(baton.await(waiting, LONG)).isEqualTo(JobState.DONE);
            assertThat(baton.find(done).orElseThrow().standing().state()).isEqualTo(JobState.DONE);
            assertThat(baton.find(waiting).orElseThrow().facts().turn()).hasToString("Optional[alice #2]");
        }
        assertThat(again).containsExactly(waiting);
        try (PostgresStore store = PostgresStore.of(source)) {
            Evidence.of(store).verify(new Evidence.Listener() {
                @Override
                public void found(EvidenceFinding finding) {
                    throw new AssertionError(finding.toString());
                }
            });
        }
    }
}
