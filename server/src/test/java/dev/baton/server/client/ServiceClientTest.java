package dev.baton.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.job.BatonException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against programs that are no service of ours, on real ports. */
class ServiceClientTest {

    private static final String TOKEN = "a-token-that-nobody-may-see";
    private static final int MOST = 1_000;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer other;

    @BeforeEach
    void open() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.start();
    }

    @AfterEach
    void close() {
        other.stop(0);
    }

    private ServiceClient client() {
        return client(other.getAddress().getPort(), LONG);
    }

    private static ServiceClient client(int port, Duration whole) {
        return new ServiceClient(
                ServiceAddress.of("http://127.0.0.1:" + port, false),
                Optional.of(TOKEN),
                new ServiceClient.Limits(LONG, whole, MOST));
    }

    /** Everything is answered like this; a length of 0 is one that is not said. */
    private void answers(int status, String type, String body, boolean lengthSaid) {
        other.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            send(exchange, status, body.getBytes(StandardCharsets.UTF_8), lengthSaid);
        });
    }

    private static void send(HttpExchange exchange, int status, byte[] body, boolean lengthSaid) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status, lengthSaid ? body.length : 0);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            // the client does not read all of it
        }
    }

    private BatonException refused() {
        return refused(client());
    }

    private static BatonException refused(ServiceClient client) {
        BatonException thrown =
                catchThrowableOfType(BatonException.class, () -> client.get("/jobs", Map.of("lane", "a b&c=d/ä+")));
        assertThat(thrown).hasMessageNotContaining(TOKEN);
        return thrown;
    }

    @Test
    void a_page_of_another_program_is_not_taken_for_an_answer() {
        answers(200, "text/html; charset=utf-8", "<h1>It works!</h1>", true);

        assertThat(refused().code()).isEqualTo("NOT_A_BATON");
        assertThat(refused()).hasMessageContaining("text/html").hasMessageContaining("--server");
    }

    @Test
    void neither_is_json_that_cannot_be_read_nor_an_error_without_a_code() {
        answers(200, "application/json", "{\"jobs\":", true);
        assertThat(refused().code()).isEqualTo("NOT_A_BATON");

        other.removeContext("/");
        answers(502, "application/json", "{}", true);
        assertThat(refused()).hasMessageContaining("502");

        other.removeContext("/");
        answers(403, "application/problem+json", "{}", true);
        assertThat(refused().code()).isEqualTo("NOT_A_BATON");
    }

    @Test
    void a_redirect_is_not_followed_as_a_token_is_for_one_place() {
        answers(307, "application/json", "{}", true);

        assertThat(refused()).hasMessageContaining("redirect");
        assertThat(asked).containsExactly("/api/v1/jobs?lane=a%20b%26c%3Dd%2F%C3%A4%2B");
    }

    @Test
    void an_answer_that_is_too_large_is_not_read_whether_it_says_so_or_not() {
        String large = "{\"a\":\"" + "x".repeat(MOST) + "\"}";
        answers(200, "application/json", large, true);
        assertThat(refused().code()).isEqualTo("ANSWER_TOO_LARGE");

        other.removeContext("/");
        answers(200, "application/json", large, false);
        assertThat(refused().code()).isEqualTo("ANSWER_TOO_LARGE");

        other.removeContext("/");
        String fits = "{\"a\":\"" + "x".repeat(MOST - 8) + "\"}";
        answers(200, "application/json", fits, false);
        assertThat(client().get("/jobs", Map.of()).text("a")).hasSize(MOST - 8);
    }

    @Test
    void a_server_that_says_nothing_is_not_waited_for_longer_than_a_while() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            ServiceClient hasty = client(silent.getLocalPort(), Duration.ofMillis(100));

            assertThat(refused(hasty).code()).isEqualTo("NO_ANSWER");
            assertThat(refused(hasty)).hasMessageContaining("nothing was changed");
        }
    }

    @Test
    void where_nobody_listens_nothing_was_done() throws IOException {
        int port;
        try (var gone = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }

        assertThat(refused(client(port, LONG)).code()).isEqualTo("SERVER_UNREACHABLE");
        assertThat(catchThrowableOfType(
                                BatonException.class, () -> client(port, LONG).post("/jobs", "{}"))
                        .code())
                .isEqualTo("SERVER_UNREACHABLE");
    }

    @Test
    void text_of_a_server_cannot_steer_the_terminal() {
        answers(
                422,
                "application/problem+json",
                "{\"code\":\"BAD\\u001b[2J\",\"detail\":\"a\\u001b[31mb\\nc\",\"title\":\"t\\u0007\",\"request_id\":\"r\"}",
                true);

        ServiceRefusal refusal = (ServiceRefusal) refused();
        assertThat(refusal.code() + refusal.getMessage() + refusal.remedy())
                .contains("\\u001b")
                .doesNotContain("\u001b", "\u0007", "\n");
    }
}
