package dev.baton.stream;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Events that come as texts over a WebSocket, read with the JDK's own client. At most 256 messages are in memory; beyond that the
 * server has to wait. A connection on which nothing has come is asked whether it is there, and given up if there is no answer.
 * Immutable.
 *
 * @param <E> an event
 */
public final class WebSocketSource<E> implements EventSource<E> {

    private static final int LONGEST = 1 << 20;

    private final Function<Optional<String>, URI> address;
    private final Reader<E> reader;
    private final Function<Optional<String>, Optional<String>> greeting;
    private final HttpClient client;
    private final Duration patience;

    /** Makes events of a message. */
    @FunctionalInterface
    public interface Reader<E> {
        /**
         * The events of a text, and from where to go on after it if it says so. What throws ends the connection, and the same message
         * comes again after the next: make an event of what cannot be read, or {@link Batch#none()} of what does not matter.
         */
        Batch<E> read(String text) throws Exception;
    }

    private WebSocketSource(
            Function<Optional<String>, URI> address,
            Reader<E> reader,
            Function<Optional<String>, Optional<String>> greeting,
            HttpClient client,
            Duration patience) {
        this.address = Objects.requireNonNull(address, "address");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.greeting = Objects.requireNonNull(greeting, "greeting");
        this.client = Objects.requireNonNull(client, "client");
        this.patience = Objects.requireNonNull(patience, "patience");
    }

    /** From this address, which may depend on the position to go on from. It is asked for anew for every connection. */
    public static <E> WebSocketSource<E> of(Function<Optional<String>, URI> address, Reader<E> reader) {
        return new WebSocketSource<>(
                address, reader, position -> Optional.empty(), HttpClient.newHttpClient(), Duration.ofSeconds(10));
    }

    /** Says this to the server once connected, such as what to subscribe to and from which position. Default: nothing. */
    public WebSocketSource<E> greeting(Function<Optional<String>, String> text) {
        return new WebSocketSource<>(address, reader, text.andThen(Optional::of), client, patience);
    }

    /** Connects with this client, for its proxy, certificates or threads. Default: a new one. */
    public WebSocketSource<E> client(HttpClient other) {
        return new WebSocketSource<>(address, reader, greeting, other, patience);
    }

    /** How long connecting, and the greeting, may take. Default: 10 s. */
    public WebSocketSource<E> patience(Duration atMost) {
        return new WebSocketSource<>(address, reader, greeting, client, atMost);
    }

    @Override
    public EventStream<E> connect(Optional<String> position) throws Exception {
        var stream = new WebSocketStream<>(reader, LONGEST);
        URI uri = address.apply(position);
        CompletableFuture<WebSocket> connecting =
                client.newWebSocketBuilder().connectTimeout(patience).buildAsync(uri, stream);
        boolean done = false;
        try {
            WebSocket socket = await("connect to " + uri.getHost(), connecting);
            Optional<String> hello = greeting.apply(position);
            if (hello.isPresent()) {
                await("greet " + uri.getHost(), socket.sendText(hello.get(), true));
            }
            done = true;
            return stream;
        } finally {
            if (!done) {
                CompletableFuture<Void> unused = connecting.thenAccept(WebSocket::abort); // also if that is yet to come
            }
        }
    }

    private WebSocket await(String what, CompletableFuture<WebSocket> answer) throws IOException, InterruptedException {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException("Could not " + what, e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("Could not " + what + " within " + patience, e);
        }
    }
}
