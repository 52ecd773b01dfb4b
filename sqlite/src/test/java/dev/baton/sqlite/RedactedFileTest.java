package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.store.OperatorCommand.By;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is redacted is gone from the file, too. */
class RedactedFileTest {

    record Key(String pem) {}

    private static final JobType<Key> KEY = JobType.of("key.check", Key.class);
    private static final By BY = new By("alice", "because");

    @Test
    void the_data_of_a_redacted_job_is_nowhere_in_the_closed_file(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("app.db");
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .handle(KEY, folder, (key, run, any) -> run.checkpoint("canary-7f3b"))
                .start()) {
            for (int i = 0; i < 5; i++) {
                JobId job = baton.enqueue(KEY, new Key("canary-7f3a" + i + "x".repeat(i * 3_000)));
                baton.await(job, Duration.ofSeconds(20));
                baton.redact(job, BY).orThrow();
            }
        }

        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1).contains("canary"))
                .isFalse();
    }
}
