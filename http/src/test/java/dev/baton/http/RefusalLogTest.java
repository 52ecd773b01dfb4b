package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.http.Site.Reply;
import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RefusalLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.http");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    @Test
    void who_wants_what_he_may_not_do_is_logged_without_his_secrets_and_in_one_line() {
        try (Site site = Site.with(
                api -> api.access(request -> new Caller("eve\r\nINFO all is well\u001b[0m", Set.of(Role.VIEWER))))) {
            Reply reply = site.post("/switches/off", "{\"kind\":\"QUEUE\",\"name\":\"x\"}");

            assertThat(reply.status()).isEqualTo(403);
            assertThat(log.list).singleElement().satisfies(event -> {
                assertThat(event.getLevel()).isEqualTo(Level.WARN);
                assertThat(event.getKeyValuePairs().toString())
                        .contains("turnOff", "FORBIDDEN", "eve", reply.text("request_id"), "127.0.0.1")
                        .doesNotContain("\n", "\r", "\u001b", site.token);
                assertThat(event.getFormattedMessage())
                        .startsWith("request refused request_id=" + reply.text("request_id"))
                        .contains(" what=turnOff code=FORBIDDEN")
                        .doesNotContain("\n", "\r", "\u001b", site.token);
            });
        }
    }

    @Test
    void who_is_not_known_or_comes_from_elsewhere_is_logged() {
        try (Site site = Site.quiet()) {
            site.send(HttpRequest.newBuilder(site.uri("/stats")));
            site.send(site.request("/stats").header("Origin", "https://evil.example"));

            assertThat(log.list)
                    .extracting(event -> event.getKeyValuePairs().toString())
                    .satisfiesExactly(
                            first -> assertThat(first).contains("AUTH"),
                            second -> assertThat(second).contains("BAD_ORIGIN"));
        }
    }

    @Test
    void what_could_not_be_done_is_logged_by_the_id_that_the_client_was_told() {
        String job = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"1\",\"cents\":1}}";
        try (Site site = Site.quiet()) {
            site.baton.close();
            Reply late = site.post("/jobs", job);
            site.engine.set(Optional.empty());
            Reply none = site.post("/jobs", job);

            assertThat(log.list).extracting(ILoggingEvent::getLevel).containsOnly(Level.WARN);
            assertThat(log.list)
                    .extracting(event -> event.getKeyValuePairs().toString())
                    .satisfiesExactly(
                            first -> assertThat(first).contains("STOPPED", late.text("request_id")),
                            second -> assertThat(second).contains("NOT_READY", none.text("request_id")));
        }
    }

    @Test
    void what_is_done_to_a_task_is_logged_with_who_asked_and_why() {
        try (Site site = Site.working(
                setup -> setup.supervise("watcher", () -> run -> run.sleep(java.time.Duration.ofHours(1))))) {
            site.post("/tasks/kill", "{\"name\":\"watcher\",\"reason\":\"it hangs\"}");

            assertThat(log.list)
                    .singleElement()
                    .satisfies(event -> assertThat(event.getKeyValuePairs().toString())
                            .contains("killTask", "watcher", "tester", "it hangs"));
        }
    }
}
