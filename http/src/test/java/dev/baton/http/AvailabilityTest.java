package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.http.Site.Reply;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.store.JobStore;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.memory.MemoryStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AvailabilityTest {

    private static final String JOB = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"42\",\"cents\":100}}";
    private static final String TELLTALE = "SELECT secret FROM /var/lib/db at org.postgresql.Driver";

    @Test
    @Tag("R-002-45")
    void while_it_starts_or_stops_nothing_is_taken_and_clients_are_told_to_try_again() {
        try (Site site = Site.quiet()) {
            Optional<Baton> there = site.engine.getAndSet(Optional.empty());
            Reply early = site.post("/jobs", JOB);
            site.engine.set(there);
            Reply ready = site.post("/jobs", JOB);
            site.baton.close();
            Reply late = site.post("/jobs", JOB);

            assertThat(early.status()).isEqualTo(503);
            assertThat(early.code()).isEqualTo("NOT_READY");
            assertThat(early.header("Retry-After")).isPresent();
            assertThat(ready.status()).isEqualTo(201);
            assertThat(late.status()).isEqualTo(503);
            assertThat(late.code()).isEqualTo("STOPPED");
            assertThat(late.header("Retry-After")).isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STORE_UNAVAILABLE, 503, STORE_UNAVAILABLE",
        "STORE_BUSY, 503, STORE_BUSY",
        "POOL_EXHAUSTED, 503, POOL_EXHAUSTED",
        "READ_ONLY, 503, READ_ONLY",
        "DISK_FULL, 507, DISK_FULL",
        "OUTCOME_UNKNOWN, 503, OUTCOME_UNKNOWN",
        "STORE_FAILED, 500, INTERNAL",
        "A_CODE_OF_TOMORROW, 500, INTERNAL"
    })
    void a_store_that_cannot_do_it_is_told_by_its_code_and_nothing_else_of_it(String failure, int status, String code) {
        var failing = new AtomicReference<RuntimeException>();
        try (Site site = Site.on(failing(failing), setup -> setup)) {
            failing.set(failure(failure));
            Reply reply = site.post("/jobs", JOB);
            failing.set(null);

            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.code()).isEqualTo(code);
            assertThat(reply.header("Retry-After").isPresent()).isEqualTo(status == 503);
            assertThat(reply.body()).doesNotContain("SELECT", "postgresql", "/var/lib");
            assertThat(site.stored()).isZero();
        }
    }

    record Broken(String how) {
        Broken {
            if (how.equals("assertion")) {
                throw new AssertionError("secret");
            } else if (how.equals("class")) {
                throw new NoClassDefFoundError("dev/secret/Thing");
            } else if (how.equals("stack")) {
                throw new StackOverflowError("secret");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"assertion", "class", "stack"})
    void an_error_of_a_payloads_own_code_is_told_as_a_defect_and_nothing_of_it(String how) {
        JobType<Broken> broken = JobType.of("broken", Broken.class);
        try (Site site = Site.on(new MemoryStore(InstantSource.system()), setup -> setup.enqueues(broken))) {
            Reply reply = site.post("/jobs", "{\"type\":\"broken\",\"payload\":{\"how\":\"" + how + "\"}}");

            assertThat(reply.body()).doesNotContain("secret", "Error");
            assertThat(reply.status()).isEqualTo(500);
            assertThat(reply.code()).isEqualTo("INTERNAL");
            assertThat(site.stored()).isZero();
        }
    }

    private static RuntimeException failure(String code) {
        var cause = new IllegalStateException(TELLTALE);
        return switch (code) {
            case "OUTCOME_UNKNOWN" -> new OutcomeUnknownException(TELLTALE, cause);
            case "STORE_FAILED", "A_CODE_OF_TOMORROW" -> new BatonException(code, TELLTALE, cause);
            default -> new StoreUnavailableException(code, TELLTALE, cause);
        };
    }

    /** A store that throws this instead of adding jobs, if there is something to throw. */
    private static JobStore failing(AtomicReference<RuntimeException> failing) {
        return store(method -> {
            RuntimeException failure = failing.get();
            if (failure != null && method.equals("insert")) {
                throw failure;
            }
        });
    }

    /** A store before whose every verb this is done. */
    private static JobStore store(Consumer<String> before) {
        var store = new MemoryStore(InstantSource.system());
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    before.accept(method.getName());
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    @Tag("R-002-44")
    void a_full_backlog_refuses_one_more_and_deletes_nothing_that_was_taken() {
        try (Site site = Site.on(new MemoryStore(InstantSource.system()), setup -> setup.backlog(Site.RECEIPT, 3))) {
            for (int i = 0; i < 3; i++) {
                assertThat(site.post("/jobs", JOB).status()).isEqualTo(201);
            }

            Reply full = site.post("/jobs", JOB);
            Reply bulk = site.post("/jobs/bulk", "{\"jobs\":[" + JOB + "," + JOB + "]}");

            assertThat(full.status()).isEqualTo(429);
            assertThat(full.code()).isEqualTo("BACKLOG_FULL");
            assertThat(full.header("Retry-After")).isPresent();
            assertThat(full.header("Content-Type")).hasValue("application/problem+json");
            assertThat(bulk.status()).isEqualTo(429);
            assertThat(site.stored()).isEqualTo(3);
        }
    }

    @Test
    void what_was_accepted_under_an_idempotency_key_is_answered_again_though_the_backlog_is_full() {
        try (Site site = Site.on(new MemoryStore(InstantSource.system()), setup -> setup.backlog(Site.RECEIPT, 1))) {
            String keyed = JOB.replaceFirst("\\{", "{\"idempotency_key\":\"k\",");
            Reply first = site.send(site.posting("/jobs", JOB).header("Idempotency-Key", "k"));

            Reply again = site.send(site.posting("/jobs", JOB).header("Idempotency-Key", "k"));
            Reply inBulk = site.post("/jobs/bulk", "{\"jobs\":[" + keyed + "]}");
            Reply other = site.send(site.posting("/jobs", JOB).header("Idempotency-Key", "other"));

            assertThat(first.status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.header("Idempotency-Replayed")).hasValue("true");
            assertThat(again.text("id")).isEqualTo(first.text("id"));
            assertThat(inBulk.status()).isEqualTo(200);
            assertThat(other.code()).isEqualTo("BACKLOG_FULL");
            assertThat(site.stored()).isEqualTo(1);
        }
    }

    @Test
    void more_requests_at_once_than_may_are_refused_and_not_kept_waiting() throws Exception {
        var inside = new CountDownLatch(1);
        var letGo = new CountDownLatch(1);
        Access slow = request -> {
            if ("yes".equals(request.getHeader("X-Wait"))) {
                inside.countDown();
                Uninterrupted.await(letGo);
            }
            return new Caller("bob", java.util.Set.of(Role.ADMIN));
        };
        try (Site site = Site.with(api -> api.access(slow).admission(Admission.atOnce(1)))) {
            var first = Site.CLIENT.sendAsync(
                    site.request("/stats").header("X-Wait", "yes").build(),
                    java.net.http.HttpResponse.BodyHandlers.ofString());
            inside.await();
            Reply second = site.get("/stats");
            letGo.countDown();

            assertThat(second.status()).isEqualTo(429);
            assertThat(second.code()).isEqualTo("RATE");
            assertThat(second.header("Retry-After")).isPresent();
            assertThat(first.get().statusCode()).isEqualTo(200);
            Waiting.until(() -> site.get("/stats").status() == 200);
        }
    }

    @Test
    void of_large_requests_only_some_are_worked_on_at_once() throws Exception {
        var inside = new CountDownLatch(1);
        var letGo = new CountDownLatch(1);
        JobStore slow = store(method -> {
            if (method.equals("insert")) {
                inside.countDown();
                Uninterrupted.await(letGo);
            }
        });
        String bulk = "{\"jobs\":[" + JOB + "]}";
        try (Site site = Site.on(slow, setup -> setup, api -> api.admission(Admission.atOnce(10)))) {
            var first = Site.CLIENT.sendAsync(
                    site.posting("/jobs/bulk", bulk).build(), java.net.http.HttpResponse.BodyHandlers.ofString());
            inside.await();
            Reply second = site.post("/jobs/bulk", bulk);
            Reply small = site.get("/stats");
            letGo.countDown();

            assertThat(second.code()).isEqualTo("RATE");
            assertThat(second.header("Connection"))
                    .as("not cut off while it sends")
                    .isEmpty();
            assertThat(small.status()).isEqualTo(200);
            assertThat(first.get().statusCode()).isEqualTo(201);
            assertThat(site.stored()).isEqualTo(1);
            Waiting.until(() -> site.post("/jobs/bulk", bulk).status() == 201);
        }
    }

    /** Waits, whatever happens. */
    static final class Uninterrupted {
        private Uninterrupted() {}

        static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void a_body_that_does_not_come_is_not_waited_for() throws IOException {
        try (Site site = Site.quiet()) {
            site.connector().setIdleTimeout(200);

            String answer = raw(
                    site,
                    "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + site.token
                            + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"type\":");

            assertThat(answer).startsWith("HTTP/1.1 408").contains("SLOW_REQUEST");
            assertThat(site.stored()).isZero();
        }
    }

    @Test
    void a_path_that_means_something_else_to_somebody_is_refused() throws IOException {
        try (Site site = Site.quiet()) {
            for (String path : new String[] {
                "/api/v1/jobs/..%2f..%2fstats",
                "/api/v1/../v1/jobs%00",
                "/api/v1/jobs;x=1",
                "/api/v1//jobs",
                "/api/v1/jobs/%2e%2e",
                "/api/v1/jobs\\x",
                "/api/v1/%6aobs/%ff"
            }) {
                String answer = raw(
                        site,
                        "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + site.token
                                + "\r\nConnection: close\r\n\r\n");

                assertThat(answer).as(path).matches("(?s)HTTP/1.1 (400|404|422) .*");
            }
            String huge = raw(
                    site, "GET /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-Big: " + "x".repeat(20_000) + "\r\n\r\n");
            assertThat(huge).startsWith("HTTP/1.1 431");
        }
    }

    @Test
    void a_key_in_a_header_that_not_everybody_reads_alike_is_refused() throws IOException {
        try (Site site = Site.quiet()) {
            String answer = raw(
                    site,
                    "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + site.token
                            + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                            + JOB.length()
                            + "\r\nIdempotency-Key: schl\u00c3\u00bcssel\r\n\r\n" + JOB);

            assertThat(answer).startsWith("HTTP/1.1 422").contains("BAD_CHARACTER");
            assertThat(site.stored()).isZero();
        }
    }

    @Test
    void who_is_refused_before_his_body_was_read_hears_why_and_goes_on_on_the_same_connection() throws IOException {
        try (Site site = Site.quiet()) {
            String large = " ".repeat(2 * Body.MAX);
            String head = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + site.token;

            String answers = raw(
                    site,
                    "POST /api/v1/jobs" + head + "\r\nContent-Type: application/json\r\nContent-Length: "
                            + large.length() + "\r\n\r\n" + large + "GET /api/v1/stats" + head
                            + "\r\nConnection: close\r\n\r\n");

            assertThat(answers).startsWith("HTTP/1.1 413").contains("TOO_LARGE", "HTTP/1.1 200");
        }
    }

    private static String raw(Site site, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", site.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
