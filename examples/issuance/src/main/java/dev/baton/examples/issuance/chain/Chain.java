package dev.baton.examples.issuance.chain;

import dev.baton.examples.issuance.chain.ChainEvent.Kind;
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
 * The chain as the service sees it: each question, and each subscription, is a WebSocket of its own. Safe for use by several threads.
 */
public final class Chain {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final JacksonCodec JSON = new JacksonCodec();

    private final URI address;
    private final HttpClient client = HttpClient.newHttpClient();

    /** The chain that is found there. */
    public Chain(URI address) {
        this.address = address;
    }

    /** The newest block. */
    public long head() throws Exception {
        return Long.parseLong(ask("/head").get(0));
    }

    /** The block with which a contract began; throws if there is no contract at this address. */
    public long firstBlockOf(String contract) throws Exception {
        return Long.parseLong(ask("/contract/" + contract).get(0));
    }

    /** What happened from one block to another, both included. What cannot be read is told, and left out. */
    public List<ChainEvent> past(
            Kind kind, String contract, long from, long to, BiConsumer<String, Exception> unreadable) throws Exception {
        var events = new ArrayList<ChainEvent>();
        for (String text : ask("/past/" + kind + "/" + contract + "/" + from + "/" + to)) {
            events.addAll(read(text, unreadable).events());
        }
        return events;
    }

    /**
     * What happens from now on. What cannot be read is told, and left out: one bad event must not keep the others away. The chain says
     * when it listens, so that who asks for the past after the first answer has missed nothing.
     */
    public EventSource<ChainEvent> live(Kind kind, String contract, BiConsumer<String, Exception> unreadable) {
        return source(
                "/live/" + kind + "/" + contract,
                text -> text.equals(SimulatedChain.SUBSCRIBED) ? Batch.none() : read(text, unreadable));
    }

    /** Deposits shares; a receipt is issued for them. The same reference deposits once, however often it is asked for. */
    public void deposit(String reference, String contract, long shares) throws Exception {
        ask("/deposit/" + reference + "/" + contract + "/" + shares);
    }

    /** Burns shares of a receipt. The same reference burns once, however often it is asked for. */
    public void burn(String reference, String receipt, long shares) throws Exception {
        ask("/burn/" + reference + "/" + receipt + "/" + shares);
    }

    private static Batch<ChainEvent> read(String text, BiConsumer<String, Exception> unreadable) {
        try {
            return Batch.of(JSON.decode(text, ChainEvent.class));
        } catch (BatonException e) {
            unreadable.accept(text, e);
            return Batch.none();
        }
    }

    /** An answer is any number of texts, and one that says that this was all, or what is wrong. */
    private List<String> ask(String question) throws Exception {
        var answer = new ArrayList<String>();
        try (EventStream<String> texts = source(question, Batch::of).connect(Optional.empty())) {
            while (true) {
                for (String text : texts.next(100, WAIT).events()) {
                    if (text.equals(SimulatedChain.END)) {
                        return answer;
                    } else if (text.startsWith(SimulatedChain.ERROR)) {
                        throw new IOException("The chain refused " + question + ": " + text);
                    }
                    answer.add(text);
                }
            }
        }
    }

    private <E> WebSocketSource<E> source(String path, WebSocketSource.Reader<E> reader) {
        return WebSocketSource.of(position -> address.resolve(path), reader)
                .client(client)
                .patience(WAIT);
    }
}
