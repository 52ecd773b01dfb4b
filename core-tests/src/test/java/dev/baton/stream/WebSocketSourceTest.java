package dev.baton.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.stream.Peer;
import dev.baton.testkit.stream.WebSocketServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real server, and the JDK's client. */
class WebSocketSourceTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(100);

    private static WebSocketSource<String> source(WebSocketServer server) {
        return WebSocketSource.of(
                position -> server.uri("/after/" + position.orElse("0")), text -> Batch.of(text, "p" + text));
    }

    /** Keeps the connection until the other side ends it. */
    private static void stay(Peer peer) throws InterruptedException {
        while (peer.isOpen()) {
            peer.receive(SHORT);
        }
    }

    private static List<String> read(EventStream<String> stream, int howMany) throws Exception {
        return read(stream, howMany, LONG);
    }

    /** The longer it waits for each, the later it asks whether the server is still there. */
    private static List<String> read(EventStream<String> stream, int howMany, Duration wait) throws Exception {
        var read = new ArrayList<String>();
        while (read.size() < howMany) {
            read.addAll(stream.next(10, wait).events());
        }
        return read;
    }

    @Test
    void texts_come_in_their_order_with_the_position_of_the_last() throws Exception {
        try (var server = WebSocketServer.start(peer -> {
                    peer.send(peer.path());
                    peer.send("b");
                    peer.sendInPieces("c", "d".repeat(100_000));
                    stay(peer);
                });
                EventStream<String> stream = source(server).connect(Optional.of("7"))) {

            var read = new ArrayList<String>();
            Batch<String> last = Batch.none();
            while (read.size() < 3) {
                last = stream.next(10, LONG);
                read.addAll(last.events());
            }

            assertThat(read).containsExactly("/after/7", "b", "c" + "d".repeat(100_000));
            assertThat(last.position()).contains("p" + read.get(2));
            assertThat(stream.next(10, SHORT)).isEqualTo(Batch.none());
        }
    }

    @Test
    void no_more_events_come_at_once_than_were_asked_for() throws Exception {
        try (var server = WebSocketServer.start(peer -> {
                    for (int i = 0; i < 50; i++) {
                        peer.send("e" + i);
                    }
                    stay(peer);
                });
                EventStream<String> stream = source(server).connect(Optional.empty())) {
            int read = 0;
            while (read < 50) {
                List<String> events = stream.next(3, LONG).events();
                assertThat(events).hasSizeBetween(1, 3).startsWith("e" + read);
                read += events.size();
            }
        }
    }

    @Test
    void who_does_not_read_holds_up_the_server_and_not_the_memory_and_loses_nothing() throws Exception {
        int all = 20_000;
        var sent = new CompletableFuture<Boolean>();
        String padding = "x".repeat(4_000);
        try (var server = WebSocketServer.start(peer -> {
                    for (int i = 0; i < all; i++) {
                        peer.send(i + padding);
                    }
                    sent.complete(true);
                    stay(peer);
                });
                var stream = (WebSocketStream<String>) source(server).connect(Optional.empty())) {

            assertThatThrownBy(() -> sent.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(stream.waiting()).isBetween(1, WebSocketStream.MESSAGES_MAX);

            int next = 0;
            while (next < all) {
                for (String text : stream.next(100, LONG).events()) {
                    assertThat(text).startsWith(next + "x");
                    next++;
                }
                assertThat(stream.waiting()).isLessThanOrEqualTo(WebSocketStream.MESSAGES_MAX);
            }
        }
    }

    @Test
    @Tag("R-000-08")
    void what_came_before_the_end_is_read_and_then_the_end_is_an_error_again_and_again() throws Exception {
        try (var server = WebSocketServer.start(peer -> {
                    peer.send("a");
                    peer.end(1001, "going away");
                    stay(peer);
                });
                EventStream<String> stream = source(server).connect(Optional.empty())) {

            assertThat(read(stream, 1)).containsExactly("a");

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> read(stream, 1))
                        .isInstanceOf(IOException.class)
                        .hasRootCauseMessage("The server has ended the stream: 1001 going away");
            }
        }
    }

    @Test
    void a_connection_that_is_cut_is_an_error() throws Exception {
        var read = new CountDownLatch(1);
        try (var server = WebSocketServer.start(peer -> {
                    peer.send("a");
                    read.await();
                });
                EventStream<String> stream = source(server).connect(Optional.empty())) {
            assertThat(read(stream, 1)).containsExactly("a");

            read.countDown();

            assertThatThrownBy(() -> read(stream, 1, Duration.ofSeconds(1))).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_connection_on_which_nothing_happens_goes_on_as_long_as_the_server_answers() throws Exception {
        var silent = new CountDownLatch(1);
        try (var server = WebSocketServer.start(peer -> {
                    silent.await();
                    peer.fallSilent();
                    peer.send("the last");
                    stay(peer);
                });
                EventStream<String> stream = source(server).connect(Optional.empty())) {
            Duration wait = Duration.ofMillis(300);
            for (int i = 0; i < 4; i++) {
                assertThat(stream.next(10, wait)).isEqualTo(Batch.none());
            }

            silent.countDown();
            assertThat(read(stream, 1)).containsExactly("the last");

            assertThat(stream.next(10, wait)).as("asks").isEqualTo(Batch.none());
            assertThatThrownBy(() -> stream.next(10, wait)).hasMessageContaining("has not answered");
        }
    }

    @Test
    void messages_that_are_too_long_or_no_texts_end_the_connection() throws Exception {
        try (var server = WebSocketServer.start(peer -> {
            if (peer.path().endsWith("bytes")) {
                peer.sendBytes(new byte[] {1, 2, 3});
            } else {
                peer.send("x".repeat(1 << 21));
            }
            stay(peer);
        })) {
            try (EventStream<String> stream = source(server).connect(Optional.of("bytes"))) {
                assertThatThrownBy(() -> read(stream, 1)).hasRootCauseMessage("A message came that is no text.");
            }
            try (EventStream<String> stream = source(server).connect(Optional.of("long"))) {
                assertThatThrownBy(() -> read(stream, 1))
                        .hasRootCauseMessage("A message is longer than 1048576 characters.");
            }
        }
    }

    @Test
    void the_greeting_says_from_where_to_go_on() throws Exception {
        try (var server = WebSocketServer.start(peer -> {
                    peer.send("you said " + peer.receive(LONG).orElseThrow());
                    stay(peer);
                });
                EventStream<String> stream = source(server)
                        .greeting(position -> "subscribe from " + position.orElse("the beginning"))
                        .connect(Optional.of("7"))) {
            assertThat(read(stream, 1)).containsExactly("you said subscribe from 7");
        }
    }

    @Test
    void nobody_there_and_somebody_who_does_not_answer_are_errors_in_time() throws Exception {
        int nobody;
        try (var mute = new ServerSocket(0)) {
            nobody = mute.getLocalPort();
            URI uri = URI.create("ws://127.0.0.1:" + nobody);
            WebSocketSource<String> source =
                    WebSocketSource.<String>of(position -> uri, Batch::of).patience(SHORT);

            assertThatThrownBy(() -> source.connect(Optional.empty())).isInstanceOf(IOException.class);
        }
        URI gone = URI.create("ws://127.0.0.1:" + nobody);
        assertThatThrownBy(() ->
                        WebSocketSource.<String>of(position -> gone, Batch::of).connect(Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Could not connect to 127.0.0.1");
    }

    @Test
    void a_stream_that_is_closed_is_gone_for_the_server() throws Exception {
        var ended = new CompletableFuture<Boolean>();
        try (var server = WebSocketServer.start(peer -> {
            stay(peer);
            ended.complete(true);
        })) {
            source(server).connect(Optional.empty()).close();

            assertThat(ended.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }
}
