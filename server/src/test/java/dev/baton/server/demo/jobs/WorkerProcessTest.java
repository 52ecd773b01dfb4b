package dev.baton.server.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Archive;
import dev.baton.checker.Journal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WorkerProcessTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private DemoFolder folder;
    private WorkerProcess worker;

    /** A worker that has work for an hour, and has begun. */
    @BeforeEach
    void startWorker(@TempDir Path path) throws Exception {
        folder = new DemoFolder(path);
        worker = new WorkerProcess(folder);
        var slow = Order.plain(Kind.REPORT, new Work(1, 3_600_000, 0));
        try (Journal log = Journal.open(folder.log());
                Producer producer = new Producer(folder.database(), log, List.of(slow));
                Archive.Reader file = new Archive.Reader(folder.database())) {
            producer.enqueueSome();
            worker.start();
            long deadline = System.nanoTime() + LONG.toNanos();
            while (file.running() == 0) {
                assertThat(System.nanoTime()).as("it begins in time").isLessThan(deadline);
                assertThat(worker.hasEnded(SHORT))
                        .as("it works until it is ended")
                        .isFalse();
            }
        }
    }

    @AfterEach
    void endWorker() {
        worker.close();
    }

    @Test
    void it_is_ended_by_sigkill_and_by_nothing_gentler() throws Exception {
        assertThat(worker.kill()).isTrue();

        assertThat(worker.toString()).contains("ended with exit code 137");
        assertThat(worker.kill()).as("killed once, it stays so").isTrue();
    }

    @Test
    void it_ends_by_itself_when_nobody_holds_its_input_open_any_more_and_that_is_no_kill() throws Exception {
        assertThat(worker.stop()).isTrue();

        assertThat(worker.kill()).isFalse();
    }

    @Test
    void once_closed_it_is_gone_and_no_other_is_started() throws Exception {
        long pid = worker.pid();

        worker.close();
        worker.start();

        assertThat(worker.hasEnded(LONG)).isTrue();
        assertThat(worker.pid()).isEqualTo(pid);
    }
}
