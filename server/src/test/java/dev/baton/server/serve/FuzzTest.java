package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JacksonCodec;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Throws what is hardly a request at every endpoint there is. */
class FuzzTest {

    private static final Pattern TOLD_TOO_MUCH = Pattern.compile(
            "Exception|\\tat |org\\.eclipse|dev\\.baton\\.|java\\.(lang|util|io|sql)|jakarta|jetty|SQLITE|SELECT |INSERT |/etc/|baton\\.db",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final long ROOM = 24L * 1024 * 1024;

    @TempDir
    private Path folder;

    private final Map<String, Integer> statuses = new TreeMap<>();

    @Test
    void no_request_however_malformed_breaks_anything_or_is_told_how_things_are_made() throws Exception {
        var count = new int[] {0};
        fuzz(seed(), () -> count[0]++ < 1_200);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void for_a_minute_nothing_breaks_is_told_or_is_left_in_memory() throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        fuzz(seed(), () -> System.nanoTime() < end);
    }

    private static long seed() {
        long seed = Long.getLong("baton.fuzz.seed", System.nanoTime());
        System.out.println("baton.fuzz.seed=" + seed);
        return seed;
    }

    private void fuzz(long seed, BooleanSupplier more) throws Exception {
        Map<Setting, String> settings = Map.of(Setting.HTTP_HOSTS, "localhost", Setting.IDLE, "PT1S");
        try (RunningService service = RunningService.in(folder, settings)) {
            List<String> paths = paths(service);
            assertThat(paths).hasSizeGreaterThan(20);
            var noise = new Noise(seed, paths);
            for (int i = 0; i < 300; i++) {
                once(service, noise.next(), seed);
            }
            long before = used();
            while (more.getAsBoolean()) {
                once(service, noise.next(), seed);
            }

            assertThat(used() - before)
                    .as("bytes more in memory, seed %s", seed)
                    .isLessThan(ROOM);
            assertThat(statuses.keySet()).as("%s", statuses).contains("200", "400", "403", "404", "405", "415", "422");
            assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(service.get("/health/live").statusCode()).isEqualTo(200);
            assertThat(service.post("/api/v1/jobs", "{\"type\":\"http\",\"payload\":{\"url\":\"https://localhost/\"}}")
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    /** All that the service says it has, and what it has beside that. */
    @SuppressWarnings("unchecked")
    private static List<String> paths(RunningService service) throws Exception {
        Map<String, Object> document =
                new JacksonCodec().decode(service.get("/api/v1/openapi.json").body(), Map.class);
        var paths = new ArrayList<>(
                List.of("/", "/health/live", "/health/ready", "/health/x", "/metrics", "/api/v1/events", "//", "*"));
        ((Map<String, Object>) document.get("paths"))
                .keySet()
                .forEach(path -> paths.add(path.startsWith("/api") ? path : "/api/v1" + path));
        return paths;
    }

    private void once(RunningService service, String request, long seed) throws IOException {
        String answer = answered(service.port(), request);
        var status = STATUS.matcher(answer);
        String code = status.find() ? status.group(1) : "none";
        statuses.merge(code, 1, Integer::sum);
        String about = "seed " + seed + ", request " + request.replaceAll("\\p{Cntrl}", "?");

        assertThat(code).as(about).isNotIn("500", "501", "502");
        assertThat(TOLD_TOO_MUCH.matcher(answer).find())
                .as("%s, answer %s", about, answer)
                .isFalse();
    }

    /** What is answered until the other side closes, or says no more for a while; who sends half a request does not wait for the rest. */
    private static String answered(int port, String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(100);
            var read = new StringBuilder();
            try {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                socket.shutdownOutput();
                byte[] buffer = new byte[8192];
                for (int n = socket.getInputStream().read(buffer);
                        n >= 0;
                        n = socket.getInputStream().read(buffer)) {
                    read.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
                }
            } catch (SocketTimeoutException | SocketException over) {
                // It was refused before it was sent, or there is nothing more to come.
            }
            return read.toString();
        }
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
