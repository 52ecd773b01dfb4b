package dev.baton.guide;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Export;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.sqlite.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide shows of what is kept, and for how long. */
class RetentionGuideTest {

    record Ping(String host) {}

    // snippet: type
    static final JobType<Ping> PING = JobType.of("host.ping", Ping.class).keepFinished(ofHours(1));
    // end of snippet

    @TempDir
    Path folder;

    @Test
    void a_type_has_its_own_retention_and_what_goes_is_exported() throws Exception {
        Path file = folder.resolve("app.db");
        Path history = folder.resolve("history");
        // snippet: export
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .handle(PING, "here", (ping, run, from) -> {})
                .retention(ofDays(90), ofHours(1))
                .exportFinished(Export.toFiles(history))
                .start()) {
            // end of snippet
            JobId id = baton.enqueue(PING, new Ping("localhost"));
            assertThat(baton.await(id, ofSeconds(30))).isEqualTo(JobState.DONE);
        }
    }
}
