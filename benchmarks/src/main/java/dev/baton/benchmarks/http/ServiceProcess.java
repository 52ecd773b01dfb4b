package dev.baton.benchmarks.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code baton serve} as a process of its own, with a heap as small as a small machine has, and what can be seen of it from outside. */
public final class ServiceProcess implements AutoCloseable {

    /** What it has to do with. */
    public static final int HEAP_MB = 128;

    /** What {@code ./baton serve} has Java do. */
    static final List<String> AS_LAUNCHED = List.of("-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC");

    private static final Pattern PORT = Pattern.compile("baton: ready.*http://127\\.0\\.0\\.1:([0-9]+)/.*");
    private static final Pattern TOTAL = Pattern.compile("Total +[0-9]+ +([0-9]+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+([0-9]+) kB");
    private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");
    private static final Duration STOP = Duration.ofMinutes(1);

    private final Process process;
    private final BufferedReader out;
    private final InetSocketAddress address;

    private ServiceProcess(Process process, BufferedReader out, InetSocketAddress address) {
        this.process = process;
        this.out = out;
        this.address = address;
    }

    /**
     * Starts it, and returns when work may begin.
     *
     * @param program what Java is told to run, such as {@code -jar baton.jar}
     * @param settings as in its file, such as {@code port} and 0; of those of this process it gets none
     * @param log where its standard error goes
     */
    public static ServiceProcess start(List<String> program, Map<String, String> settings, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(BIN.resolve("java").toString(), "-Xmx" + HEAP_MB + "m"));
        command.addAll(AS_LAUNCHED);
        command.addAll(program);
        command.addAll(List.of("serve", "--port", "0"));
        var builder = new ProcessBuilder(command).redirectError(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("BATON_"));
        // Not on the command line, which everybody on the machine can read.
        settings.forEach((key, value) ->
                environment.put("BATON_" + key.toUpperCase(Locale.ROOT).replace('-', '_'), value));
        Process process = builder.start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new ServiceProcess(process, out, addressWhenReady(process, out, log));
    }

    private static InetSocketAddress addressWhenReady(Process process, BufferedReader out, Path log)
            throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher ready = PORT.matcher(line);
            if (ready.matches()) {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(ready.group(1)));
            }
        }
        process.destroyForcibly();
        throw new IOException("The service did not start: " + Files.readString(log));
    }

    /** Where it is. */
    public InetSocketAddress address() {
        return address;
    }

    /** How much time of processors it has used. */
    public Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** What is left of its heap after a full collection, in bytes; unknown where there is no JDK to ask. */
    public OptionalLong liveHeap() throws IOException {
        Path jcmd = BIN.resolve("jcmd");
        if (!Files.isExecutable(jcmd)) {
            return OptionalLong.empty();
        }
        Process asking = new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()), "GC.class_histogram")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader answer = asking.inputReader();
                Stream<String> lines = answer.lines()) {
            return lines.map(TOTAL::matcher)
                    .filter(Matcher::find)
                    .mapToLong(total -> Long.parseLong(total.group(1)))
                    .findFirst();
        }
    }

    /** All memory it has, with what is not heap, in bytes; unknown where the system does not say. */
    public OptionalLong resident() throws IOException {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        Matcher kilobytes = RESIDENT.matcher(Files.readString(status));
        return kilobytes.find() ? OptionalLong.of(Long.parseLong(kilobytes.group(1)) * 1024) : OptionalLong.empty();
    }

    /** Looks at this page, as a monitor does; true if it was answered with 200. */
    public boolean answers(String path) throws IOException {
        URI page = URI.create("http://127.0.0.1:" + address.getPort() + path);
        var connection = (HttpURLConnection) page.toURL().openConnection();
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            return false;
        }
        try (InputStream body = connection.getInputStream()) {
            body.transferTo(OutputStream.nullOutputStream());
        }
        return true;
    }

    /** Has it stop in order. */
    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException hurry) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } finally {
            out.close();
        }
    }
}
