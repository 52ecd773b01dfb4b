package dev.baton.examples.issuance;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service as a real process, of which the log, the port and the exit code are known. Closing it kills it. */
final class ServiceProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final Process process;

    private ServiceProcess(Process process) {
        this.process = process;
    }

    static ServiceProcess start(Path file, URI chain) throws IOException {
        var service = new ServiceProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=logback.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        file.toString(),
                        chain.toString(),
                        "0")
                .redirectErrorStream(true)
                .start());
        var reader = new Thread(service::readLog, "service-log");
        reader.setDaemon(true);
        reader.start();
        return service;
    }

    private void readLog() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    port.complete(Integer.parseInt(ready.group(1)));
                }
                log.add(line);
            }
        } catch (IOException killed) {
            // what it said until then is there
        }
    }

    /** What it has logged. */
    List<String> log() {
        return List.copyOf(log);
    }

    boolean isReady() {
        return port.isDone();
    }

    boolean hasLogged(String text) {
        return log.stream().anyMatch(line -> line.contains(text));
    }

    /** Waits until it can be asked. */
    void awaitReady() throws Exception {
        Polling.until("the service is ready", () -> {
            if (!process.isAlive()) {
                throw new AssertionError("The service has ended:\n" + String.join("\n", log));
            }
            return isReady();
        });
    }

    /** Asks it for something; false if it could not be asked, or nobody knows what came of it. */
    boolean ask(String method, String path, String body) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.getNow(1) + path))
                    .method(method, BodyPublishers.ofString(body))
                    .timeout(PATIENCE)
                    .build();
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.multipliedBy(3).toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The service has not ended:\n" + String.join("\n", log));
        }
        return process.exitValue();
    }

    /** Tells it to end, as an operator does, and listens on. */
    void terminate() {
        boolean told = process.toHandle().destroy();
        assert told;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it, with no chance to clean up. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
