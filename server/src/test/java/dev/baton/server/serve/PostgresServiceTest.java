package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.testserver.SharedServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServiceTest {

    @TempDir
    private Path folder;

    private final String schema = SharedServer.freshSchema();

    @AfterEach
    void drop() {
        SharedServer.drop(schema);
    }

    private Map<Setting, String> settings(String migrate) {
        return Map.of(
                Setting.URL,
                SharedServer.server().url(),
                Setting.SCHEMA,
                schema,
                Setting.TYPES,
                "mail.send",
                Setting.MIGRATE,
                migrate);
    }

    @Test
    void on_a_server_jobs_are_added_for_programs_that_handle_them_elsewhere() throws Exception {
        assertThatThrownBy(() -> RunningService.in(folder, settings("false")))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("SCHEMA_OUT_OF_DATE"));

        try (RunningService service = RunningService.in(folder, settings("true"))) {
            String job = "{\"type\":\"mail.send\",\"payload\":{\"to\":[\"a@b.c\"],\"copies\":2}}";
            assertThat(service.post("/api/v1/jobs", job).statusCode()).isEqualTo(201);
            assertThat(service.post("/api/v1/jobs", "{\"type\":\"other\",\"payload\":{}}")
                            .body())
                    .contains("UNKNOWN_TYPE");

            HttpResponse<String> listed = service.get("/api/v1/jobs");
            assertThat(listed.body()).contains("\"type\":\"mail.send\"").contains("READY");
            assertThat(folder.resolve("baton.db")).doesNotExist();
        }
        try (RunningService again = RunningService.in(folder, settings("false"))) {
            assertThat(again.lines()).anyMatch(line -> line.startsWith("opened the store, PostgreSQL database"));
        }
    }

    @Test
    void the_jobs_that_may_be_pending_are_limited_and_one_more_is_refused() throws Exception {
        Map<Setting, String> limited = Map.of(Setting.TYPES, "mail.send", Setting.BACKLOG, "1");
        try (RunningService service = RunningService.in(folder, limited)) {
            String job = "{\"type\":\"mail.send\",\"payload\":{}}";
            assertThat(service.post("/api/v1/jobs", job).statusCode()).isEqualTo(201);

            HttpResponse<String> refused = service.post("/api/v1/jobs", job);

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("BACKLOG_FULL");
        }
    }
}
