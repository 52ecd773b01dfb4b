package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A service in this process, on a port of its own. */
public final class RunningService implements AutoCloseable {

    private final Service service;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private RunningService(Settings settings, Function<Settings, OpenedStore> opening) {
        service = new Service(settings, opening, lines::add);
    }

    /** Started, on a file in this folder, with these settings. */
    static RunningService in(Path folder, Map<Setting, String> more) {
        var running = new RunningService(settings(folder, more), OpenedStore::by);
        running.service.start();
        return running;
    }

    /** The same for tests of other packages: on this file, with settings by their keys. */
    public static RunningService on(Path file, Map<String, String> more) {
        var running = new RunningService(byKeys(file, more), OpenedStore::by);
        running.service.start();
        return running;
    }

    /** One that stands still while it opens its store, until it is closed. */
    public static RunningService starting(Path file) throws InterruptedException {
        var reached = new CountDownLatch(1);
        var itself = new AtomicReference<RunningService>();
        var running = new RunningService(byKeys(file, Map.of()), settings -> {
            reached.countDown();
            awaited(itself.get().goOn);
            return OpenedStore.by(settings);
        });
        itself.set(running);
        new Thread(
                        () -> assertThatThrownBy(running.service::start).hasMessageContaining("told to stop"),
                        "a service that starts")
                .start();
        reached.await();
        return running;
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Settings byKeys(Path file, Map<String, String> more) {
        var said = new LinkedHashMap<>(more);
        said.put("file", file.toString());
        said.put("port", "0");
        return Settings.of(said, Map.of(), Map.of());
    }

    static Settings settings(Path folder, Map<Setting, String> more) {
        var flags = new EnumMap<Setting, String>(Setting.class);
        flags.put(Setting.FILE, folder.resolve("baton.db").toString());
        flags.put(Setting.PORT, "0");
        flags.putAll(more);
        return Settings.of(Map.of(), Map.of(), flags);
    }

    URI at(String path) {
        return service.address().resolve(path);
    }

    /** Where it is, as commands are told. */
    public String url() {
        return service.address().toString();
    }

    int port() {
        return service.address().getPort();
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).GET());
    }

    HttpResponse<String> post(String path, String json, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .header("X-Baton-Csrf", "1")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        goOn.countDown();
        service.close();
    }
}
