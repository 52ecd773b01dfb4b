package dev.baton.examples.chain;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.stream.Batch;
import dev.baton.stream.EventSource;
import dev.baton.stream.EventStream;
import dev.baton.stream.WebSocketSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A chain as a service sees it: each question, and each subscription, is a WebSocket of its own. Safe for use by several threads.
 *
 * @param <E> an event, as a record that is sent as JSON
 */
public final class ChainClient<E> {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final JacksonCodec JSON = new JacksonCodec();

    private final URI address;
    private final Class<E> event;
    private final HttpClient client = HttpClient.newHttpClient();

    /** The chain that is found there. */
    public ChainClient(URI address, Class<E> event) {
        this.address = address;
        this.event = event;
    }

    /** The newest block. */
    public long head() throws Exception {
        return Long.parseLong(ask("/head").get(0));
    }

    /** What happened under a topic from one block to another, both included. What cannot be read is told, and left out. */
    public List<E> past(String topic, long from, long to, BiConsumer<String, Exception> unreadable) throws Exception {
        var events = new ArrayList<E>();
        for (String text : ask("/past/" + topic + "/" + from + "/" + to)) {
            events.addAll(read(text, unreadable).events());
        }
        return events;
    }

    /**
     * What happens under a topic from now on. What cannot be read is told, and left out: one bad event must not keep the others away. The
     * chain says when it listens, so that who asks for the past after the first answer has missed nothing.
     */
    public EventSource<E> live(String topic, BiConsumer<String, Exception> unreadable) {
        return source(
                "/live/" + topic, text -> text.equals(ChainServer.SUBSCRIBED) ? Batch.none() : read(text, unreadable));
    }

    /** Asks it something, or has it do something: what it answers, as texts; throws if it refuses. */
    public List<String> ask(String question) throws Exception {
        var answer = new ArrayList<String>();
        try (EventStream<String> texts = source(question, Batch::of).connect(Optional.empty())) {
            while (true) {
                for (String text : texts.next(100, WAIT).events()) {
                    if (text.equals(ChainServer.END)) {
                        return answer;
                    } else if (text.startsWith(ChainServer.ERROR)) {
                        throw new IOException("The chain refused " + question + ": " + text);
                    }
                    answer.add(text);
                }
            }
        }
    }

    private Batch<E> read(String text, BiConsumer<String, Exception> unreadable) {
        try {
            return Batch.of(JSON.decode(text, event));
        } catch (BatonException e) {
            unreadable.accept(text, e);
            return Batch.none();
        }
    }

    private <T> WebSocketSource<T> source(String path, WebSocketSource.Reader<T> reader) {
        return WebSocketSource.of(position -> address.resolve(path), reader)
                .client(client)
                .patience(WAIT);
    }
}
