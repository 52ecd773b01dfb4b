package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceOrderTest {

    @TempDir
    private Path folder;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private Service service;

    @AfterEach
    void close() {
        goOn.countDown();
        service.close();
    }

    private CompletableFuture<Void> starting(Function<Settings, OpenedStore> opening) throws InterruptedException {
        Settings settings = RunningService.settings(folder, Map.of(Setting.HTTP_INSIDE, "localhost"));
        service = new Service(settings, opening, lines::add);
        CompletableFuture<Void> start = aside(service::start);
        reached.await();
        return start;
    }

    /** On a thread of its own: the pool that all share may have one only, which stands still here. */
    private static CompletableFuture<Void> aside(Runnable step) {
        return CompletableFuture.runAsync(step, body -> new Thread(body, "aside").start());
    }

    private void standStill() {
        reached.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(service.address().resolve(path)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @Tag("R-002-23")
    void while_the_store_is_opened_the_port_answers_for_health_alone_and_says_why() throws Exception {
        CompletableFuture<Void> start = starting(any -> {
            standStill();
            return new OpenedStore(new MemoryStore(InstantSource.system()), "memory", () -> {});
        });

        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").body()).contains("the store is being opened");
        assertThat(get("/api/v1/jobs").statusCode()).isEqualTo(503);
        assertThat(get("/api/v1/jobs").body()).contains("NOT_READY");

        goOn.countDown();
        start.join();
        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(get("/api/v1/jobs").statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("R-002-23")
    @Tag("R-002-24")
    void no_work_is_let_in_before_recovery_is_over_and_workers_run() throws Exception {
        CompletableFuture<Void> start = starting(any ->
                new OpenedStore(stoppingAtRecovery(new MemoryStore(InstantSource.system())), "memory", () -> {}));

        assertThat(get("/health/ready").body()).contains("jobs of dead processes are being taken back");
        assertThat(get("/api/v1/jobs").statusCode()).isEqualTo(503);
        assertThat(lines).noneMatch(line -> line.startsWith("recovered")).noneMatch(line -> line.startsWith("ready"));

        goOn.countDown();
        start.join();
        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(lines.get(0)).startsWith("listening at http://127.0.0.1:");
        assertThat(lines.get(1)).isEqualTo("opened the store, memory");
        assertThat(lines).anyMatch(line -> line.startsWith("ready: 10 workers, API at http://127.0.0.1:"));
    }

    private JobStore stoppingAtRecovery(JobStore real) {
        return (JobStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("recover")) {
                        standStill();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void a_store_that_cannot_be_opened_ends_the_start_and_closes_the_port() throws Exception {
        reached.countDown();
        CompletableFuture<Void> start = starting(any -> {
            throw new BatonException("NOT_A_FILE", "There is none.");
        });

        assertThatThrownBy(start::join).hasMessageContaining("There is none.");
        String listened = lines.get(0).replaceAll(".*127.0.0.1:([0-9]+),.*", "$1");
        assertThatThrownBy(() -> new RawConnection(Integer.parseInt(listened))).isInstanceOf(ConnectException.class);
    }

    @Test
    void told_to_stop_while_it_starts_it_serves_nobody_and_closes_what_it_had_opened() throws Exception {
        var closed = new CountDownLatch(1);
        CompletableFuture<Void> start = starting(any -> {
            standStill();
            return new OpenedStore(new MemoryStore(InstantSource.system()), "memory", closed::countDown);
        });
        CompletableFuture<Void> stop = aside(service::close);
        while (!get("/health/ready").body().contains("it is stopping")) {
            Thread.onSpinWait();
        }

        goOn.countDown();
        stop.join();
        assertThatThrownBy(start::join).hasMessageContaining("told to stop while it started");
        closed.await();
        assertThat(lines).noneMatch(line -> line.startsWith("ready"));
    }

    @Test
    @Tag("R-002-25")
    void a_request_under_way_is_answered_before_the_store_is_closed() throws Exception {
        reached.countDown();
        starting(OpenedStore::by).join();
        String body = " ".repeat(64 * 1024) + "{\"type\":\"http\",\"payload\":{\"url\":\"http://localhost/\"}}";
        try (var underWay = new RawConnection(service.address().getPort())) {
            underWay.send("POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-Baton-Csrf: 1\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: " + body.length()
                    + "\r\n\r\n");
            assertThat(underWay.head()).startsWith("HTTP/1.1 100 ");
            underWay.send(body.substring(0, body.length() - 1));
            CompletableFuture<Void> stop = aside(service::close);
            while (!get("/health/ready").body().contains("it is stopping")) {
                Thread.onSpinWait();
            }
            assertThat(underWay.isAnsweredWithin(300)).isFalse();
            assertThat(stop).isNotDone();

            underWay.send("}");

            assertThat(underWay.answer()).startsWith("HTTP/1.1 201 ");
            stop.join();
        }
    }

    @Test
    void a_port_that_is_taken_is_said_so() throws Exception {
        try (RunningService other = RunningService.in(folder, Map.of())) {
            Settings settings = RunningService.settings(folder, Map.of(Setting.PORT, String.valueOf(other.port())));
            service = new Service(settings, OpenedStore::by, lines::add);

            assertThatThrownBy(() -> service.start())
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("PORT_NOT_OPEN"))
                    .hasMessageContaining("Address already in use");
        }
    }
}
