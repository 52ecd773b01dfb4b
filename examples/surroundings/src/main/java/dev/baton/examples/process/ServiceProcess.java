package dev.baton.examples.process;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service as a real process, of which the log, the port and the exit code are known. Closing it kills it. */
public final class ServiceProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final Process process;

    private ServiceProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts this main class with these arguments, on the class path of whoever asks.
     *
     * @param properties system properties, as {@code name=value}
     */
    public static ServiceProcess start(Class<?> main, List<String> properties, String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Dlogback.configurationFile=logback.xml");
        properties.forEach(property -> command.add("-D" + property));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        var service = new ServiceProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
        var reader = new Thread(service::readLog, "service-log");
        reader.setDaemon(true);
        reader.start();
        return service;
    }

    /** Called by a process that was started so: ends it when whoever started it is gone, as nobody would end it then. */
    public static void endWithParent() {
        var waiting = new Thread(ServiceProcess::awaitParentsEnd, "parent");
        waiting.setDaemon(true);
        waiting.start();
    }

    private static void awaitParentsEnd() {
        try {
            while (System.in.read() >= 0) {
                // nothing to read
            }
        } catch (IOException gone) {
            // the same
        }
        Runtime.getRuntime().halt(1);
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
    public List<String> log() {
        return List.copyOf(log);
    }

    /** Has it said that it is ready? */
    public boolean isReady() {
        return port.isDone();
    }

    /** Has it logged a line with this text? */
    public boolean hasLogged(String text) {
        return log.stream().anyMatch(line -> line.contains(text));
    }

    /** Waits until it can be asked. */
    public void awaitReady() throws Exception {
        Polling.until("the service is ready", () -> {
            if (!process.isAlive()) {
                throw new AssertionError("The service has ended:\n" + String.join("\n", log));
            }
            return isReady();
        });
    }

    /** Asks it for something; false if it could not be asked, or nobody knows what came of it. */
    public boolean ask(String method, String path, String body) throws InterruptedException {
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

    /** Its exit code, once it has ended. */
    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.multipliedBy(3).toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The service has not ended:\n" + String.join("\n", log));
        }
        return process.exitValue();
    }

    /** Tells it to end, as an operator does, and listens on. */
    public void terminate() {
        boolean told = process.toHandle().destroy();
        assert told;
    }

    /** Sends it a signal, as a shell would. */
    public void signal(String name) throws IOException, InterruptedException {
        int sent = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
        if (sent != 0 && isAlive()) {
            throw new IllegalStateException("SIG" + name + " could not be sent to " + process.pid());
        }
    }

    /** The port on which it said that it is ready. */
    public int port() {
        return port.join();
    }

    /** Is it there? */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it, with no chance to clean up. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
