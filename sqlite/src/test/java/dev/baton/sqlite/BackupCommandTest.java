package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands by which docs/operations.md has a file under work backed up, with the {@code sqlite3} of this host. */
@Tag("external")
class BackupCommandTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);
    private static final Pattern BACKUP =
            Pattern.compile("sqlite3 -readonly app.db .*?\\nsync backup.db", Pattern.DOTALL);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @TempDir
    Path folder;

    private Baton start(String file) {
        return Baton.on(SqliteStore.open(folder.resolve(file)))
                .concurrency(1)
                .handle(NOTE, goOn, (note, run, opened) -> {
                    begun.countDown();
                    opened.await();
                })
                .start();
    }

    @Test
    void a_file_under_work_is_backed_up_by_the_commands_of_the_page() throws Exception {
        Matcher commands =
                BACKUP.matcher(Files.readString(Path.of(System.getProperty("baton.root"), "docs", "operations.md")));
        assertThat(commands.find()).isTrue();
        JobId running;
        JobId waiting;
        try (Baton baton = start("app.db")) {
            running = baton.enqueue(NOTE, new Note("runs"));
            begun.await();
            waiting = baton.enqueue(NOTE, new Note("waits"));

            int exit = new ProcessBuilder("sh", "-ec", commands.group())
                    .directory(folder.toFile())
                    .inheritIO()
                    .start()
                    .waitFor();

            assertThat(exit).isZero();
            goOn.countDown();
            baton.await(waiting, Duration.ofSeconds(20));
        }
        try (Baton baton = start("backup.db")) {
            assertThat(baton.awaitAll(List.of(running, waiting), Duration.ofSeconds(20))
                            .values())
                    .containsOnly(JobState.DONE);
        }
    }
}
