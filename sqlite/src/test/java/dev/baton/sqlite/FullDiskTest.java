package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.store.JobFilter;
import dev.baton.testkit.Recorder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real file system that is full. Mounting one takes root. */
@Tag("external")
class FullDiskTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);

    private final Recorder<Event> events = new Recorder<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    Path folder;

    private Path disk = Path.of("mounted before each test");

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private static void run(String... command) throws Exception {
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        assertThat(exit).as(String.join(" ", command)).isZero();
    }

    /** Writes until nothing more fits. */
    private void fill(Path filler) {
        var block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (block.length > 0) {
                out.write(block);
            }
        } catch (IOException full) {
            // That is the aim.
        }
    }

    @Test
    void nothing_is_stored_nothing_is_lost_and_it_goes_on_when_there_is_room() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(disk.resolve("app.db")))
                .listener(events::accept)
                .handle(NOTE, this, (note, run, test) -> {
                    test.entered.countDown();
                    test.release.await();
                })
                .start()) {
            JobId running = baton.enqueue(NOTE, new Note("running"));
            entered.await();
            Path filler = disk.resolve("filler");
            fill(filler);

            String large = "x".repeat(60_000);
            assertThat(Sample.codeOf(() -> baton.enqueue(NOTE, new Note(large))))
                    .isEqualTo("DISK_FULL");
            assertThat(baton.list(JobFilter.ALL, 10)).hasSize(1);
            release.countDown();
            assertThat(events.await(
                                    Event.StepFailed.class,
                                    event -> event.step().equals("finish"))
                            .failure())
                    .hasMessageContaining("no room");
            assertThat(baton.find(running).orElseThrow().standing().state()).isEqualTo(JobState.RUNNING);

            Files.delete(filler);

            assertThat(baton.await(running, Duration.ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(baton.attempts(running)).hasSize(1);
            JobId next = baton.enqueue(NOTE, new Note("next"));
            assertThat(baton.await(next, Duration.ofSeconds(20))).isEqualTo(JobState.DONE);
        }
    }
}
