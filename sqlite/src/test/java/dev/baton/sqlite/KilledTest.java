package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, killed with SIGKILL while it enqueues: what it was told is there, is there. */
class KilledTest {

    private static final int ACKNOWLEDGED = 300;

    /** The process that is killed: enqueues from four threads, and says which jobs it was told are there. */
    static final class Enqueuer {
        public static void main(String[] args) {
            SqliteStore store = SqliteStore.open(Path.of(args[0]));
            var ids = new JobIds(InstantSource.system(), new SecureRandom());
            for (int i = 0; i < 4; i++) {
                new Thread(() -> {
                            while (true) {
                                var job = new NewJob(
                                        ids.next(),
                                        new Route("default", "sample", 1),
                                        Payload.of("{}", "sample"),
                                        new Urgency(0, store.clock().instant()));
                                store.insert(List.of(job), store.clock().instant());
                                System.out.println(job.id());
                            }
                        })
                        .start();
            }
        }
    }

    @Test
    void every_job_whose_enqueue_was_acknowledged_is_there_after_the_process_was_killed(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("app.db");
        Path log = folder.resolve("acknowledged.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Enqueuer.class.getName(),
                        file.toString())
                .redirectOutput(log.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (acknowledgedIn(log).size() < ACKNOWLEDGED) {
            boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
            assertThat(ended).as("it works until it is killed").isFalse();
        }

        process.destroyForcibly().waitFor();

        List<JobId> acknowledged = acknowledgedIn(log);
        try (SqliteStore store = SqliteStore.open(file)) {
            assertThat(store.standings(acknowledged, store.clock().instant())).hasSize(acknowledged.size());
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED);
        assertThat(process.exitValue()).as("killed, not ended").isEqualTo(137);
    }

    /** Whole lines only: the last one may have been cut off. */
    private static List<JobId> acknowledgedIn(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.length() == 36)
                .map(JobId::parse)
                .toList();
    }
}
