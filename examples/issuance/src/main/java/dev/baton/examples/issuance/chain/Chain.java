package dev.baton.examples.issuance.chain;

import dev.baton.examples.chain.ChainClient;
import dev.baton.examples.issuance.chain.ChainEvent.Kind;
import dev.baton.stream.EventSource;
import java.net.URI;
import java.util.List;
import java.util.function.BiConsumer;

/** The chain as the service sees it. Safe for use by several threads. */
public final class Chain {

    private final ChainClient<ChainEvent> client;

    /** The chain that is found there. */
    public Chain(URI address) {
        this.client = new ChainClient<>(address, ChainEvent.class);
    }

    /** The newest block. */
    public long head() throws Exception {
        return client.head();
    }

    /** The block with which a contract began; throws if there is no contract at this address. */
    public long firstBlockOf(String contract) throws Exception {
        return Long.parseLong(client.ask("/contract/" + contract).get(0));
    }

    /** What happened from one block to another, both included. What cannot be read is told, and left out. */
    public List<ChainEvent> past(
            Kind kind, String contract, long from, long to, BiConsumer<String, Exception> unreadable) throws Exception {
        return client.past(topic(kind, contract), from, to, unreadable);
    }

    /** What happens from now on. What cannot be read is told, and left out. */
    public EventSource<ChainEvent> live(Kind kind, String contract, BiConsumer<String, Exception> unreadable) {
        return client.live(topic(kind, contract), unreadable);
    }

    /** Deposits shares; a receipt is issued for them. The same reference deposits once, however often it is asked for. */
    public void deposit(String reference, String contract, long shares) throws Exception {
        client.ask("/deposit/" + reference + "/" + contract + "/" + shares);
    }

    /** Burns shares of a receipt. The same reference burns once, however often it is asked for. */
    public void burn(String reference, String receipt, long shares) throws Exception {
        client.ask("/burn/" + reference + "/" + receipt + "/" + shares);
    }

    static String topic(Kind kind, String contract) {
        return kind + "/" + contract;
    }
}
