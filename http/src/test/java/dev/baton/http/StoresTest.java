package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.Site.Reply;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On real databases, over a restart. */
class StoresTest {

    private static final String JOB =
            "{\"type\":\"failing\",\"lane\":\"alice's; DROP TABLE job\",\"payload\":{ \"order\":\"%_'\\u00e4\",\"cents\":100 }}";

    @TempDir
    Path folder;

    @Test
    void jobs_are_submitted_found_and_acted_upon_on_sqlite() throws Exception {
        Path file = folder.resolve("app.db");

        lifeOn(() -> SqliteStore.open(file));
    }

    @Test
    void jobs_are_submitted_found_and_acted_upon_on_postgresql() throws Exception {
        String schema = SharedServer.freshSchema();

        lifeOn(() -> PostgresStore.on(SharedServer.pool()).schema(schema).open());
    }

    private static Site open(Supplier<JobStore> store) {
        return Site.on(
                store.get(),
                setup -> setup.decide(Site.FAILING, "", (payload, run, me) -> Outcome.fail("NO_WAY", "no way")));
    }

    private static void lifeOn(Supplier<JobStore> store) throws InterruptedException {
        String id;
        try (Site site = open(store)) {
            Reply first = site.send(site.posting("/jobs", JOB).header("Idempotency-Key", "k"));
            id = first.text("id");
            assertThat(first.status()).isEqualTo(201);
            assertThat(site.baton.await(JobId.parse(id), Duration.ofSeconds(60)))
                    .isEqualTo(JobState.DEAD);
        }
        try (Site site = open(store)) {
            Reply again = site.send(site.posting("/jobs", JOB).header("Idempotency-Key", "k"));
            Reply other =
                    site.send(site.posting("/jobs", JOB.replace("100", "101")).header("Idempotency-Key", "k"));

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.text("id")).isEqualTo(id);
            assertThat(other.code()).isEqualTo("KEY_REUSED");
            assertThat(site.get("/jobs/" + id + "/payload").text("json"))
                    .isEqualTo("{ \"order\":\"%_'\\u00e4\",\"cents\":100 }");
            assertThat(site.get("/jobs?lane=alice%27s%3B%20DROP%20TABLE%20job").list("jobs"))
                    .hasSize(1);
            assertThat(site.post("/jobs/" + id + "/skip", "{\"reason\":\"r'; --\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(site.get("/actions").list("actions")).hasSize(1);
            assertThat(site.get("/nodes").list("nodes")).hasSize(1);
            assertThat(site.stored()).isEqualTo(1);
        }
    }
}
