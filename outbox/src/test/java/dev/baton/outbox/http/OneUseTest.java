package dev.baton.outbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A request leaves at most once, and it is known whether any of it can have left. */
class OneUseTest {

    private static final byte[] BODY = "pay".getBytes(StandardCharsets.UTF_8);

    @Test
    void what_nobody_has_asked_about_can_be_given_up_and_never_leaves_then() {
        var body = new OneUse(BODY);

        assertThat(body.close()).isTrue();

        assertThat(body.close()).isTrue();
        assertThatThrownBy(body::contentLength).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void what_somebody_has_asked_about_may_have_left() {
        var body = new OneUse(BODY);

        assertThat(body.contentLength()).isEqualTo(3);

        assertThat(body.close()).isFalse();
    }

    /** The JDK's client does so with GET by itself, and with POST if a property says so. */
    @Test
    void a_client_that_would_repeat_a_request_is_kept_from_it() throws Exception {
        assertThat(requestsOver(BodyPublishers.ofByteArray(BODY)))
                .as("what it would do")
                .isEqualTo(3);
        assertThat(requestsOver(new OneUse(BODY))).isEqualTo(2);
    }

    /** A request over a connection that is kept, on which the server takes it and is gone. */
    private static int requestsOver(BodyPublisher body) throws Exception {
        try (var server = new RawServer()) {
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            client.send(HttpRequest.newBuilder(server.uri("/")).build(), HttpResponse.BodyHandlers.discarding());
            server.next((request, connection) -> false);
            HttpRequest request =
                    HttpRequest.newBuilder(server.uri("/")).method("GET", body).build();
            try {
                client.send(request, HttpResponse.BodyHandlers.discarding());
            } catch (Exception failed) {
                // It says so, and does not say what came of it.
            }
            return server.requests().size();
        }
    }
}
