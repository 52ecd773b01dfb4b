package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process that is told to end, or killed, while it is at work. */
class ServeStopTest {

    private static final String HEAD = "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-Baton-Csrf: 1\r\n"
            + "Content-Type: application/json\r\n";
    /** So much of it that nobody takes the rest for slow. */
    private static final String PADDING = " ".repeat(64 * 1024);

    @TempDir
    private Path folder;

    private final Semaphore asked = new Semaphore(0);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer slow;

    @BeforeEach
    void open() throws IOException {
        slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        slow.setExecutor(threads);
        slow.createContext("/", exchange -> {
            asked.release();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        slow.start();
    }

    @AfterEach
    void close() {
        answer.countDown();
        slow.stop(0);
        threads.shutdownNow();
    }

    private ServeProcess process(Map<Setting, String> more) throws IOException {
        var settings = new EnumMap<Setting, String>(Setting.class);
        settings.put(Setting.HTTP_INSIDE, "localhost");
        settings.putAll(more);
        return new ServeProcess(folder, settings);
    }

    private String job() {
        return "{\"type\":\"http\",\"payload\":{\"method\":\"GET\",\"url\":\"http://localhost:"
                + slow.getAddress().getPort() + "/\"}}";
    }

    private static String request(String body) {
        return HEAD + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private JobId submit(int port) throws IOException {
        try (var connection = new RawConnection(port)) {
            String answered = connection.send(request(job())).answer();
            assertThat(answered).startsWith("HTTP/1.1 201 ");
            return JobId.parse(answered.replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1"));
        }
    }

    private <T> T inStore(Function<Baton, T> question) {
        try (Baton reading =
                Baton.on(SqliteStore.open(folder.resolve("baton.db"))).start()) {
            return question.apply(reading);
        }
    }

    @Test
    @Tag("R-002-25")
    @Tag("R-002-26")
    void told_to_end_it_lets_nobody_in_finishes_requests_and_jobs_and_leaves_nothing_running() throws Exception {
        try (ServeProcess service = process(Map.of(Setting.GRACE, "PT50S"))) {
            int port = service.portWhenReady();
            JobId running = submit(port);
            asked.acquire();
            String body = PADDING + job();
            try (var underWay = new RawConnection(port)) {
                underWay.send(HEAD + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: " + body.length()
                        + "\r\n\r\n");
                assertThat(underWay.head()).startsWith("HTTP/1.1 100 ");
                underWay.send(PADDING);

                service.signal("TERM");
                service.lineWith("baton: stopping: nobody");
                try (var late = new RawConnection(port)) {
                    assertThat(late.send(request(job())).answer())
                            .startsWith("HTTP/1.1 503 ")
                            .contains("\"code\":\"NOT_READY\"")
                            .contains("Retry-After: 1");
                }
                try (var health = new RawConnection(port)) {
                    assertThat(health.send("GET /health/ready HTTP/1.0\r\n\r\n").answer())
                            .startsWith("HTTP/1.1 503 ")
                            .contains("it is stopping");
                }

                underWay.send(job());
                assertThat(underWay.answer()).startsWith("HTTP/1.1 201 ");
            }
            service.lineWith("baton: stopping: 1 jobs are running");
            answer.countDown();

            assertThat(service.exitCode()).as(service.lines().toString()).isEqualTo(128 + 15);
            assertThat(service.lines()).last().isEqualTo("baton: stopped");
            List<JobView> all = inStore(baton -> baton.list(JobFilter.ALL, 10));
            assertThat(all)
                    .extracting(job -> job.standing().state())
                    .containsExactly(JobState.READY, JobState.DONE); // the newest first: accepted, and not begun
            assertThat(all.get(1).id()).isEqualTo(running);
        }
    }

    @Test
    @Tag("R-002-27")
    void a_job_that_does_not_end_in_time_is_interrupted_and_given_back() throws Exception {
        try (ServeProcess service = process(Map.of(Setting.GRACE, "PT0S"))) {
            JobId running = submit(service.portWhenReady());
            asked.acquire();

            service.signal("TERM");
            assertThat(service.exitCode()).isEqualTo(128 + 15);

            JobView left = inStore(baton -> baton.find(running).orElseThrow());
            assertThat(left.standing().state()).isEqualTo(JobState.READY);
            assertThat(left.last())
                    .hasValueSatisfying(end -> assertThat(end.kind()).isEqualTo(AttemptView.Kind.RELEASED));
        }
    }

    @Test
    @Tag("R-002-28")
    void a_second_signal_waits_for_nobody() throws Exception {
        try (ServeProcess service = process(Map.of(Setting.GRACE, "PT1H"))) {
            JobId running = submit(service.portWhenReady());
            asked.acquire();
            service.signal("TERM");
            service.lineWith("baton: stopping: 1 jobs are running");

            service.signal("TERM");

            assertThat(service.exitCode()).isEqualTo(128 + 15);
            assertThat(inStore(baton -> baton.find(running).orElseThrow())
                            .standing()
                            .state())
                    .isEqualTo(JobState.READY);
        }
    }

    @Test
    void killed_in_the_middle_of_a_job_the_next_start_takes_it_back_before_it_is_ready() throws Exception {
        JobId running;
        try (ServeProcess service = process(Map.of(Setting.LEASE, "PT1S"))) {
            running = submit(service.portWhenReady());
            asked.acquire();
            service.signal("KILL");
            assertThat(service.exitCode()).isEqualTo(128 + 9);
        }
        answer.countDown();

        try (ServeProcess next = process(Map.of(Setting.LEASE, "PT1S"))) {
            next.portWhenReady();
            asked.acquire();
            next.signal("TERM");
            next.exitCode();
            assertThat(next.lines()).anyMatch(line -> line.startsWith("baton: recovered 1 jobs"));
        }
        JobView done = inStore(baton -> baton.find(running).orElseThrow());
        assertThat(done.standing().state()).isEqualTo(JobState.DONE);
        assertThat(done.standing().tally().lost()).isEqualTo(1);
    }
}
