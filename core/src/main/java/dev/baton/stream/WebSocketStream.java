package dev.baton.stream;

import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket that is read at the pace of whoever asks. The client's threads put whole messages into a queue; one more is asked of the
 * socket for each that is taken from it, so that messages in the queue and those still asked for are always as many.
 */
final class WebSocketStream<E> implements EventStream<E>, WebSocket.Listener {

    static final int MESSAGES_MAX = 256;

    private final WebSocketSource.Reader<E> reader;
    private final int longest;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final StringBuilder message = new StringBuilder();
    private volatile @Nullable WebSocket socket;
    private volatile boolean heard;
    private boolean asked;
    private @Nullable Arrival end;

    /** A message, or with a cause, the end. */
    private record Arrival(String text, @Nullable IOException end) {}

    WebSocketStream(WebSocketSource.Reader<E> reader, int longest) {
        this.reader = reader;
        this.longest = longest;
    }

    // On the client's threads, one call at a time.

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        opened.request(MESSAGES_MAX);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        heard = true;
        if (message.length() + data.length() > longest) {
            arrivals.add(new Arrival("", new IOException("A message is longer than " + longest + " characters.")));
            from.abort();
            return null;
        }
        message.append(data);
        if (last) {
            arrivals.add(new Arrival(message.toString(), null));
            message.setLength(0);
        } else {
            from.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        arrivals.add(new Arrival("", new IOException("A message came that is no text.")));
        from.abort();
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer data) {
        heard = true;
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer data) {
        heard = true;
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        arrivals.add(new Arrival("", new IOException("The server has ended the stream: " + code + " " + reason)));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        arrivals.add(new Arrival("", new IOException("The connection was cut.", failure)));
    }

    // On the reader's thread.

    @Override
    public Batch<E> next(int atMost, Duration wait) throws Exception {
        if (end == null) {
            Arrival first = arrivals.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
            if (first == null) {
                askIfThere(wait);
                return Batch.none();
            }
            asked = false;
            return upTo(atMost, first);
        }
        throw ended(end);
    }

    private Batch<E> upTo(int atMost, Arrival first) throws Exception {
        List<E> events = new ArrayList<>();
        Optional<String> position = Optional.empty();
        for (Arrival next = first; next != null; next = events.size() < atMost ? arrivals.poll() : null) {
            if (next.end() != null) {
                end = next;
                break;
            }
            request();
            Batch<E> read = reader.read(next.text());
            events.addAll(read.events());
            position = read.position().isPresent() ? read.position() : position;
        }
        if (end != null && events.isEmpty() && position.isEmpty()) {
            throw ended(end);
        }
        return new Batch<>(events, position);
    }

    private void request() {
        WebSocket open = socket;
        if (open != null) {
            open.request(1);
        }
    }

    /** A connection that was cut without a word looks like one on which nothing happens; only an answer tells them apart. */
    private void askIfThere(Duration wait) throws IOException {
        WebSocket open = socket;
        if (asked && !heard) {
            throw new IOException("The server has not answered for " + wait + ".");
        }
        if (open != null) {
            heard = false;
            asked = true;
            CompletableFuture<WebSocket> unused = open.sendPing(ByteBuffer.allocate(0))
                    .exceptionally(failure -> {
                        onError(open, failure);
                        return open;
                    });
        }
    }

    private static IOException ended(Arrival end) {
        return new IOException("The stream has ended.", end.end());
    }

    @Override
    public void close() {
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
    }

    /** How many messages wait to be read. */
    int waiting() {
        return arrivals.size();
    }
}
