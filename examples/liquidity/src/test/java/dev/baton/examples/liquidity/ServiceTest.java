package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.baton.examples.process.Logged;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process lives as long as all of its parts, and says why it ended. */
class ServiceTest {

    @TempDir
    Path folder;

    private World world;

    @BeforeEach
    void begin() throws Exception {
        world = new World(folder.resolve("liquidity.db").toString());
        world.leaveAPast();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static HttpRequest positions(Service service) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + service.api().port() + "/positions"))
                .build();
    }

    @Test
    @Tag("R-001-18")
    void the_end_of_the_http_server_ends_the_bot_and_the_reason_is_logged() throws Exception {
        try (Logged log = Logged.of(Service.class);
                Conductor bot = Conductor.start(world.settings());
                Service service = Service.open(bot, 0)) {
            service.api().close();

            assertThat(service.awaitEnd()).isEqualTo("the HTTP server has ended");

            assertThat(bot.baton().isReady()).isFalse();
            assertThat(log.lines().stream().map(ILoggingEvent::getFormattedMessage))
                    .containsExactly("Stopping, as the HTTP server has ended");
        }
    }

    @Test
    @Tag("R-001-18")
    void the_end_of_the_bot_ends_the_http_server_and_the_reason_is_logged() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (Logged log = Logged.of(Service.class);
                Conductor bot = Conductor.start(world.settings());
                Service service = Service.open(bot, 0)) {
            world.awaitTraded();
            assertThat(client.send(positions(service), BodyHandlers.ofString()).body())
                    .startsWith("AAPL ");

            bot.baton().close();
            assertThat(service.awaitEnd()).isEqualTo("the bot has ended");

            assertThatThrownBy(() -> client.send(positions(service), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
            assertThat(log.lines().stream().map(ILoggingEvent::getFormattedMessage))
                    .containsExactly("Stopping, as the bot has ended");
        }
    }

    @Test
    @Tag("slow")
    @Tag("R-001-18")
    void a_signal_ends_both_in_order_and_the_reason_is_logged() throws Exception {
        try (ServiceProcess process = world.process("")) {
            process.awaitReady();

            process.terminate();

            assertThat(process.awaitExit()).isEqualTo(143);
            Polling.until(
                    "it has said so",
                    () -> process.hasLogged("Stopping, as a signal came") && process.hasLogged("worker_stopped"));
        }
    }
}
