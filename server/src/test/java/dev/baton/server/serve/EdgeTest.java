package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.http.Role;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the port lets in, and how much of everything anybody may have. */
class EdgeTest {

    private static final String HEAD = "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-Baton-Csrf: 1\r\n"
            + "Content-Type: application/json\r\nConnection: close\r\n";

    @TempDir
    private Path folder;

    private RunningService service(Map<Setting, String> settings) {
        return RunningService.in(folder, settings);
    }

    @Test
    void no_answer_says_what_the_server_is_made_of() throws Exception {
        try (RunningService service = service(Map.of())) {
            for (String path :
                    List.of("/", "/health/live", "/metrics", "/api/v1/jobs", "/api/v1/nothing", "/%2e%2e/x")) {
                try (var connection = new RawConnection(service.port())) {
                    assertThat(connection
                                    .send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                                    .answer())
                            .as(path)
                            .startsWith("HTTP/1.1 ")
                            .doesNotContainIgnoringCase("jetty")
                            .doesNotContainIgnoringCase("\r\nserver:")
                            .contains("nosniff");
                }
            }
        }
    }

    @Test
    void a_method_that_nobody_knows_is_refused_where_there_is_nothing_too() throws Exception {
        try (RunningService service = service(Map.of());
                var connection = new RawConnection(service.port())) {
            assertThat(connection
                            .send("PATCH / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .answer())
                    .startsWith("HTTP/1.1 405 ")
                    .contains("BAD_METHOD");
        }
    }

    @Test
    void a_head_or_a_body_that_is_too_large_is_refused_with_nothing_stored() throws Exception {
        try (RunningService service = service(Map.of())) {
            try (var connection = new RawConnection(service.port())) {
                assertThat(connection
                                .send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(9_000) + "\r\n\r\n")
                                .answer())
                        .startsWith("HTTP/1.1 431 ")
                        .doesNotContain("a".repeat(20));
            }
            try (var announced = new RawConnection(service.port())) {
                assertThat(announced
                                .send(HEAD + "Content-Length: 3000000\r\n\r\n")
                                .answer())
                        .startsWith("HTTP/1.1 413 ")
                        .contains("TOO_LARGE");
            }
            try (var chunked = new RawConnection(service.port())) {
                assertThat(chunked.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n40001\r\n" + " ".repeat(0x40001)
                                        + "\r\n0\r\n\r\n") // to its end, for which the answer waits
                                .answer())
                        .startsWith("HTTP/1.1 413 ");
            }
            assertThat(service.get("/api/v1/jobs").body()).contains("\"jobs\":[]");
        }
    }

    @Test
    void a_body_that_does_not_come_or_comes_drop_by_drop_is_given_up() throws Exception {
        try (RunningService service = service(Map.of(Setting.IDLE, "PT1S"))) {
            try (var silent = new RawConnection(service.port())) {
                assertThat(silent.send(HEAD + "Content-Length: 1000\r\n\r\n{").answer())
                        .startsWith("HTTP/1.1 408 ")
                        .contains("SLOW_REQUEST");
            }
            try (var dripping = new RawConnection(service.port())) {
                dripping.send(HEAD + "Content-Length: 100000\r\n\r\n");
                int drops = 0;
                while (!dripping.isAnsweredWithin(50)) {
                    dripping.send(" ");
                    drops++;
                }
                assertThat(drops).isLessThan(1_000); // 128 a second would have been enough
                assertThat(dripping.answer()).startsWith("TTP/1.1 408 "); // its first letter was the answer
            }
        }
    }

    @Test
    void connections_beyond_the_limit_wait_until_another_is_closed() throws Exception {
        try (RunningService service = service(Map.of(Setting.MAX_CONNECTIONS, "8"))) {
            var open = new ArrayList<RawConnection>();
            for (int i = 0; i < 8; i++) {
                open.add(
                        new RawConnection(service.port()).send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"));
                assertThat(open.get(i).head()).startsWith("HTTP/1.1 200 ");
            }
            try (var waiting = new RawConnection(service.port())) {
                waiting.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                assertThat(waiting.isAnsweredWithin(200)).isFalse();

                for (RawConnection each : open) {
                    each.close();
                }
                assertThat(waiting.answer()).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void a_name_or_a_page_that_is_not_ours_is_refused_on_this_machine_too() throws Exception {
        try (RunningService service = service(Map.of(Setting.HOSTS, "baton.example"))) {
            for (String path : List.of("/metrics", "/api/v1/jobs", "/api/v1/events")) {
                assertThat(sent(service, path, "Host: evil.example")).as(path).contains("403 ", "BAD_ORIGIN");
                assertThat(sent(service, path, "Host: localhost\r\nOrigin: http://evil.example"))
                        .as(path)
                        .contains("403 ", "BAD_ORIGIN");
            }
            assertThat(sent(service, "/metrics", "Host: baton.example")).startsWith("HTTP/1.1 200 ");
        }
    }

    private static String sent(RunningService service, String path, String headers) throws IOException {
        try (var connection = new RawConnection(service.port())) {
            return connection
                    .send("GET " + path + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n")
                    .answer();
        }
    }

    @Test
    void with_a_token_file_nobody_comes_in_without_one_and_two_of_a_name_are_valid() throws Exception {
        Path tokens = folder.resolve("tokens");
        String old = TokenFile.add(tokens, "alice", List.of(Role.VIEWER));
        String fresh = TokenFile.add(tokens, "alice", List.of(Role.VIEWER));
        Map<Setting, String> open =
                Map.of(Setting.TOKEN_FILE, tokens.toString(), Setting.ADDRESS, "0.0.0.0", Setting.BEHIND_PROXY, "true");
        try (RunningService service = service(open)) {
            for (String path : List.of("/metrics", "/api/v1/jobs", "/api/v1/events")) {
                assertThat(local(service, path, "").startsWith("HTTP/1.1 401 "))
                        .as(path)
                        .isTrue();
            }
            assertThat(local(service, "/health/ready", "")).startsWith("HTTP/1.1 200 ");
            assertThat(local(service, "/metrics", old)).startsWith("HTTP/1.1 200 ");
            assertThat(local(service, "/metrics", fresh)).startsWith("HTTP/1.1 200 ");
            assertThat(local(service, "/metrics", fresh + "x")).startsWith("HTTP/1.1 401 ");
        }
    }

    private static String local(RunningService service, String path, String token) throws IOException {
        String header = token.isEmpty() ? "" : "\r\nAuthorization: Bearer " + token;
        return sent(service, path, "Host: localhost" + header);
    }

    @Test
    void metrics_are_those_of_the_engine_in_the_text_of_prometheus() throws Exception {
        try (RunningService service = service(Map.of(Setting.HTTP_INSIDE, "localhost"))) {
            HttpResponse<String> metrics = service.get("/metrics");

            assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
            assertThat(metrics.body()).contains("# TYPE jobs_in_progress gauge").contains("jobs_by_state{");
        }
    }

    @Test
    void a_file_of_jobs_that_others_can_read_is_not_opened() throws Exception {
        Path file = Files.createFile(folder.resolve("baton.db"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> service(Map.of())).hasMessageContaining("chmod 600");
        assertThat(Files.size(file)).isZero();
    }
}
