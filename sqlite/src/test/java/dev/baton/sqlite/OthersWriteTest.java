package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the writer knows what others have committed from what it has itself. */
class OthersWriteTest {

    private static final Duration LONG = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    /** Whenever it looks at the time, more has passed than it lets pass without a look for others. */
    private final AtomicLong nanos = new AtomicLong();

    private Path file = Path.of("set before each test");
    private Connections connections;
    private Writer writer;

    @BeforeEach
    void open() {
        file = folder.resolve("app.db");
        connections = Sample.connect(file);
        writer = Sample.writer(connections, file, new Manners(() -> nanos.addAndGet(LONG.toNanos()), pause -> {}));
    }

    @AfterEach
    void close() {
        writer.close();
        connections.close();
    }

    private void write() {
        var inserting = new Verbs(connections.writing()).inserting;
        writer.write(() -> inserting.insert(List.of(Sample.job()), Instant.EPOCH));
    }

    @Test
    void what_it_has_committed_itself_does_not_count() {
        write();
        assertThat(writer.haveOthersWritten()).isFalse();

        write();
        assertThat(writer.haveOthersWritten()).isFalse();
    }

    @Test
    void what_others_commit_counts_once() throws Exception {
        write();
        Sample.somebodyElseWrites(file);

        assertThat(writer.haveOthersWritten()).isTrue();
        assertThat(writer.haveOthersWritten()).isFalse();
    }

    @Test
    void what_a_transaction_of_its_own_saw_first_counts_all_the_same() throws Exception {
        Sample.somebodyElseWrites(file);

        write();

        assertThat(writer.haveOthersWritten()).isTrue();
    }

    @Test
    void who_asks_while_it_writes_does_not_wait() throws Exception {
        Sample.somebodyElseWrites(file);
        var asked = new FutureTask<>(writer::haveOthersWritten);

        boolean told = writer.write(() -> {
            new Thread(asked, "asks").start();
            try {
                return asked.get(20, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(told).isTrue();
    }
}
