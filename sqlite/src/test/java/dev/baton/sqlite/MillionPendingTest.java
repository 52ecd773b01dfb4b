package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.sqlite.Worker.Deed;
import dev.baton.sqlite.Worker.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start costs nothing for the backlog: nothing of it is read into memory. */
class MillionPendingTest {

    private static final int JOBS = 1_000_000;
    private static final long NEAR_MILLIS = 200;

    /** A small process that starts on an empty file and on a full one in turn, and says how long the best of each took. */
    static final class Starter {
        public static void main(String[] args) throws Exception {
            Path full = Path.of(args[0]);
            Path empty = full.resolveSibling("empty.db");
            start(empty);
            long ofEmpty = Long.MAX_VALUE;
            long ofFull = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                ofEmpty = Math.min(ofEmpty, start(empty));
                ofFull = Math.min(ofFull, start(full));
            }
            System.out.println(
                    ofEmpty + " " + ofFull + " " + Runtime.getRuntime().maxMemory());
        }

        private static long start(Path file) {
            long began = System.nanoTime();
            Baton baton = Baton.on(SqliteStore.open(file))
                    .concurrency(Worker.CONCURRENCY)
                    .handle(Worker.DEED, file, (deed, run, context) -> {})
                    .start();
            long took = System.nanoTime() - began;
            baton.close();
            return Duration.ofNanos(took).toMillis();
        }
    }

    private static void fill(Path file) throws Exception {
        try (Baton producer =
                Baton.on(SqliteStore.open(file)).enqueues(Worker.DEED).start()) {
            producer.enqueue(Worker.DEED, new Deed(Kind.QUICK));
        }
        Copies.of(file, JOBS - 1).into("baton_job").into("baton_pending").commit();
    }

    @Test
    @Tag("slow")
    @Tag("R-002-05")
    @Tag("R-002-22")
    @Tag("R-002-36")
    void with_a_million_pending_a_start_in_64_megabytes_is_within_200_ms_of_one_on_an_empty_file(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("full.db");
        fill(file);

        String answer;
        try (OtherProcess starter = OtherProcess.startSmall(Starter.class, file, "-Xmx64m")) {
            answer = starter.line();
        }

        assertThat(answer).as("it did not die of hunger").matches("\\d+ \\d+ \\d+");
        String[] figures = answer.split(" ", -1);
        assertThat(Long.parseLong(figures[1]) - Long.parseLong(figures[0]))
                .as("ms more than an empty start; empty, full, heap: " + answer)
                .isLessThan(NEAR_MILLIS);
        assertThat(Long.parseLong(figures[2])).isLessThanOrEqualTo(64L * 1024 * 1024);
        assertThat(Files.size(file)).isGreaterThan(100_000_000);
    }
}
