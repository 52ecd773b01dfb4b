package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EventsServletTest {

    private static final JobId JOB = JobId.parse("018f0000-0000-7000-8000-000000000001");
    private static final String VERY_LONG = "x".repeat(50_000);

    private EventFeed feed = new EventFeed(3, Duration.ofMinutes(5));
    /** Far fewer threads than there may be listeners. */
    private final Server server = new Server(new QueuedThreadPool(12));

    private final ServerConnector connector = new ServerConnector(server);

    @AfterEach
    void close() throws Exception {
        feed.close();
        server.stop();
    }

    private void open(Access access) throws Exception {
        var context = new ServletContextHandler("/");
        var holder = new ServletHolder(new EventsServlet(feed, access, Origins.loopback()));
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/events");
        server.setHandler(context);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/events"));
    }

    /** One who listens. */
    private final class Ear implements AutoCloseable {
        private final InputStream body;
        private final BufferedReader lines;

        Ear(String lastHeard) throws Exception {
            HttpRequest.Builder request = request();
            if (!lastHeard.isEmpty()) {
                request.header("Last-Event-ID", lastHeard);
            }
            HttpResponse<InputStream> answer =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
            body = answer.body();
            lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
            assertThat(frame()).containsExactly(": welcome");
        }

        /** The lines up to the next empty one; none at the end. */
        List<String> frame() throws IOException {
            var frame = new ArrayList<String>();
            String line = lines.readLine();
            while (line != null && !line.isEmpty()) {
                frame.add(line);
                line = lines.readLine();
            }
            return frame;
        }

        String id(List<String> frame) {
            return frame.get(0).substring("id: ".length());
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    private static Event completed(String type) {
        return new Event.JobCompleted(JOB, type, "default", 1, Duration.ofMillis(12));
    }

    @Test
    void who_listens_hears_what_happens_as_typed_json_with_an_id() throws Exception {
        open(Access.everybody(Role.VIEWER));
        try (var ear = new Ear("")) {
            feed.on(completed("mail"));
            List<String> frame = ear.frame();

            assertThat(frame).hasSize(3);
            assertThat(frame.get(0)).matches("id: [0-9a-f]+-1");
            assertThat(frame.get(1)).isEqualTo("event: job_completed");
            assertThat(frame.get(2))
                    .isEqualTo("data: {\"job_id\":\"" + JOB
                            + "\",\"type\":\"mail\",\"queue\":\"default\",\"attempt\":1,\"took_ms\":12}");
        }
    }

    @Test
    void neither_what_a_failure_said_nor_where_files_lie_is_told() throws Exception {
        open(Access.everybody(Role.VIEWER));
        try (var ear = new Ear("")) {
            feed.on(new Event.HandlerThrew(JOB, "mail", "default", 1, new IllegalStateException("secret")));
            feed.on(new Event.JobRetried(
                    JOB, "mail", "default", 1, Duration.ZERO, "NO_ROUTE", "secret", Instant.EPOCH));
            feed.on(new Event.ExportFailed("/var/secret", "secret"));

            assertThat(ear.frame()).noneMatch(line -> line.contains("secret"));
            assertThat(ear.frame())
                    .noneMatch(line -> line.contains("secret"))
                    .anyMatch(line -> line.contains("\"code\":\"NO_ROUTE\"") && line.contains("1970-01-01T00:00:00Z"));
            assertThat(ear.frame()).noneMatch(line -> line.contains("secret"));
        }
    }

    @Test
    void who_comes_back_hears_what_was_missed_and_who_missed_too_much_is_told_so() throws Exception {
        feed.close();
        feed = new EventFeed(4, Duration.ofMinutes(5)); // those who have gone count until that is found out
        open(Access.everybody(Role.VIEWER));
        String heard;
        try (var ear = new Ear("")) {
            feed.on(completed("first"));
            heard = ear.id(ear.frame());
            feed.on(completed("second"));
            assertThat(ear.frame().get(2)).contains("second");
        }

        try (var again = new Ear(heard)) {
            assertThat(again.frame().get(2)).contains("second");
            feed.on(completed("third"));
            assertThat(again.frame().get(2)).contains("third");
        }
        IntStream.range(0, 1_001).forEach(i -> feed.on(completed("more")));
        try (var late = new Ear(heard)) {
            assertThat(late.frame().get(1)).isEqualTo("event: events_missed");
        }
        try (var stranger = new Ear("of-another-life")) {
            assertThat(stranger.frame().get(1)).isEqualTo("event: events_missed");
        }
    }

    @Test
    void one_too_many_is_refused_and_comes_in_when_another_has_gone() throws Exception {
        open(Access.everybody(Role.VIEWER));
        var first = new Ear("");
        var second = new Ear("");
        var third = new Ear("");

        HttpResponse<String> refused =
                HttpClient.newHttpClient().send(request().build(), HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();

        first.close();
        while (feed.listening() == 3) { // what is written to who has gone finds that out
            feed.on(completed("ping"));
            Thread.onSpinWait();
        }
        try (var fourth = new Ear("")) {
            assertThat(fourth).isNotNull();
        }
        second.close();
        third.close();
    }

    @Test
    void one_who_does_not_read_is_dropped_and_the_others_hear_everything() throws Exception {
        open(Access.everybody(Role.VIEWER));
        try (var slow = new Socket("127.0.0.1", connector.getLocalPort());
                var ear = new Ear("")) {
            slow.getOutputStream()
                    .write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (feed.listening() < 2) {
                Thread.onSpinWait();
            }

            int told = 0;
            while (feed.listening() == 2) {
                feed.on(completed(VERY_LONG));
                told++;
                assertThat(ear.frame().get(2)).contains(VERY_LONG);
            }

            assertThat(told).isGreaterThan(EventStream.WAITING_MAX / VERY_LONG.length());
            assertThat(feed.listening()).isEqualTo(1);
        }
    }

    @Test
    void listeners_cost_no_thread_each_and_end_with_the_feed() throws Exception {
        feed.close();
        feed = new EventFeed(200, Duration.ofMinutes(5));
        open(Access.everybody(Role.VIEWER));
        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < 200; i++) {
            var socket = new Socket("127.0.0.1", connector.getLocalPort());
            socket.getOutputStream()
                    .write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
        while (feed.listening() < 200) { // they all are let in by a dozen threads, so none of them keeps one
            Thread.onSpinWait();
        }

        feed.close();
        assertThat(feed.listening()).isZero();
        for (Socket socket : sockets) {
            String all = new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
            assertThat(all).isEqualTo("HTTP/1.1 200 OK");
            socket.close();
        }
    }

    @Test
    void when_nothing_happens_there_is_a_sign_of_life() throws Exception {
        feed.close();
        feed = new EventFeed(3, Duration.ofMillis(20));
        open(Access.everybody(Role.VIEWER));
        try (var ear = new Ear("")) {
            assertThat(ear.frame()).containsExactly(": still here");
            assertThat(ear.frame()).containsExactly(": still here");
        }
    }

    @Test
    void who_is_not_known_or_may_not_look_hears_nothing_and_is_logged() throws Exception {
        var log = new ListAppender<ILoggingEvent>();
        var logger = (Logger) LoggerFactory.getLogger("dev.baton.http");
        log.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(log);
        String submitter = Tokens.random();
        open(Tokens.none().and("s", submitter, Role.SUBMITTER));
        HttpClient client = HttpClient.newHttpClient();

        assertThat(client.send(request().build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(401);
        HttpRequest known =
                request().header("Authorization", "Bearer " + submitter).build();
        assertThat(client.send(known, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(403);
        assertThat(feed.listening()).isZero();
        logger.detachAppender(log);
        logger.setLevel(null);
        assertThat(log.list)
                .extracting(event -> event.getKeyValuePairs().toString())
                .satisfiesExactly(
                        first -> assertThat(first).contains("events", "AUTH"),
                        second -> assertThat(second).contains("events", "FORBIDDEN"));
    }
}
