package dev.baton.server.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service in this process, on a port of its own. */
final class RunningService implements AutoCloseable {

    private final Service service;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private RunningService(Settings settings) {
        service = new Service(settings, OpenedStore::by, lines::add);
    }

    /** Started, on a file in this folder, with these settings. */
    static RunningService in(Path folder, Map<Setting, String> more) {
        var running = new RunningService(settings(folder, more));
        running.service.start();
        return running;
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
        service.close();
    }
}
