package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.AttemptView;
import dev.baton.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpJobsTest {

    private static final JobType<HttpCall> HTTP = JobType.of(HttpJobs.NAME, HttpCall.class);

    @TempDir
    private Path folder;

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private HttpServer other;
    private Baton baton;

    @BeforeEach
    void open() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Idempotency-Key") + " "
                    + exchange.getRequestHeaders().getFirst("X-Own") + " " + body);
            exchange.getResponseHeaders().add("Location", "http://localhost:" + port() + "/elsewhere");
            exchange.getResponseHeaders().add("Retry-After", "1800");
            int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        other.start();
        baton = engine(Map.of(Setting.HTTP_INSIDE, "LocalHost", Setting.HTTP_HOSTS, "127.0.0.1"));
    }

    @AfterEach
    void close() {
        baton.close();
        other.stop(0);
    }

    private int port() {
        return other.getAddress().getPort();
    }

    private Baton engine(Map<Setting, String> settings) {
        BatonBuilder builder = Baton.on(new MemoryStore(InstantSource.system()));
        HttpJobs.addTo(builder, RunningService.settings(folder, settings));
        return builder.start();
    }

    private AttemptView firstEnd(JobId job) {
        List<AttemptView> ended = baton.attempts(job);
        while (ended.isEmpty()) {
            Thread.onSpinWait();
            ended = baton.attempts(job);
        }
        return ended.get(0);
    }

    private HttpCall call(String method, String path, String body) {
        return new HttpCall(method, "http://localhost:" + port() + path, Map.of("X-Own", "mine"), body);
    }

    @Test
    void a_job_makes_its_request_once_with_its_own_id_as_idempotency_key() throws Exception {
        JobId job = baton.enqueue(HTTP, call("PUT", "/200", "{\"a\":1}"));

        assertThat(baton.await(job, Duration.ofSeconds(30))).isEqualTo(JobState.DONE);
        assertThat(seen).containsExactly("PUT /200 " + job + " mine {\"a\":1}");
        assertThat(firstEnd(job).detail().result())
                .hasValueSatisfying(result -> assertThat(result).contains("\"status\":200"));
    }

    @ParameterizedTest
    @CsvSource({
        "204, DONE", "301, DEAD", "400, DEAD", "404, DEAD", "501, DEAD",
        "408, FAILED", "425, FAILED", "429, FAILED", "500, FAILED", "503, FAILED"
    })
    void the_status_says_what_came_of_it_and_redirects_are_not_followed(int status, AttemptView.Kind kind) {
        JobId job = baton.enqueue(HTTP, call("POST", "/" + status, ""));
        AttemptView end = firstEnd(job);

        assertThat(end.kind()).isEqualTo(kind);
        assertThat(seen).hasSize(1);
        if (kind != AttemptView.Kind.DONE) {
            assertThat(end.detail().code()).isEqualTo("HTTP_" + status);
        }
    }

    @Test
    void a_pause_that_the_other_side_asks_for_is_kept() {
        JobId job = baton.enqueue(HTTP, call("GET", "/429", null));
        AttemptView end = firstEnd(job);

        assertThat(baton.find(job).orElseThrow().standing().dueAt())
                .hasValueSatisfying(
                        due -> assertThat(due).isAfterOrEqualTo(end.endedAt().plusSeconds(1_700)));
    }

    @Test
    void a_host_that_is_not_named_or_lies_inside_is_never_spoken_to() {
        JobId unnamed = baton.enqueue(HTTP, new HttpCall("GET", "https://example.com/", null, null));
        JobId inside = baton.enqueue(HTTP, new HttpCall("GET", "https://127.0.0.1:" + port() + "/200", null, null));
        JobId plain = baton.enqueue(HTTP, new HttpCall("GET", "http://127.0.0.1:" + port() + "/200", null, null));

        for (JobId job : List.of(unnamed, inside, plain)) {
            assertThat(firstEnd(job).kind()).isEqualTo(AttemptView.Kind.DEAD);
            assertThat(firstEnd(job).detail().code()).isEqualTo("NOT_ALLOWED");
        }
        assertThat(seen).isEmpty();
    }

    /** A proxy before many hosts would take it to one that was never allowed. */
    @Test
    void a_request_asks_for_the_host_that_it_goes_to_and_for_no_other() {
        Map<String, String> other = Map.of("hOST", "admin.internal");
        JobId job = baton.enqueue(HTTP, new HttpCall("GET", "http://localhost:" + port() + "/200", other, null));

        assertThat(firstEnd(job).detail().code()).isEqualTo("NOT_ALLOWED");
        assertThat(seen).isEmpty();
    }

    @Test
    void who_cannot_be_reached_is_tried_again() {
        other.stop(0);
        JobId job = baton.enqueue(HTTP, call("POST", "/200", "x"));

        assertThat(firstEnd(job).kind()).isEqualTo(AttemptView.Kind.FAILED);
        assertThat(firstEnd(job).detail().code()).isEqualTo("NOT_SENT");
    }

    @Test
    void what_is_no_request_is_refused_before_it_is_stored() {
        assertThatThrownBy(() -> new HttpCall("TRACE", "https://example.com/", null, null))
                .hasMessageContaining("none of GET");
        assertThatThrownBy(() -> new HttpCall("GET", "https://example.com/", null, "body"))
                .hasMessageContaining("no body");
        assertThatThrownBy(() -> new HttpCall("GET", "file:///etc/passwd", null, null))
                .hasMessageContaining("no address of a host")
                .hasMessageNotContaining("passwd");
    }

    @Test
    void without_a_host_that_may_be_called_there_is_no_such_type() {
        try (Baton off = engine(Map.of())) {
            assertThatThrownBy(() -> off.enqueue(HTTP, call("GET", "/200", null)))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("UNKNOWN_TYPE"));
        }
    }
}
