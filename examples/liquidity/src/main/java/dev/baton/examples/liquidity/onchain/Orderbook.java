package dev.baton.examples.liquidity.onchain;

import dev.baton.examples.chain.ChainClient;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.stream.EventSource;
import dev.baton.stream.History;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The order book as the bot sees it. Safe for use by several threads. */
public final class Orderbook {

    private static final Logger LOG = LoggerFactory.getLogger(Orderbook.class);

    private final ChainClient<OnchainEvent> client;

    /** The one on the chain that is found there. */
    public Orderbook(URI chain) {
        this.client = new ChainClient<>(chain, OnchainEvent.class);
    }

    /** What happens from now on, once one is connected. */
    public EventSource<OnchainEvent> live(Kind kind) {
        return client.live(kind.topic(), Orderbook::passOver);
    }

    /** What has happened, by block. */
    public History<OnchainEvent> past(Kind kind) {
        return new History<>() {
            @Override
            public long head() throws Exception {
                return client.head();
            }

            @Override
            public List<OnchainEvent> events(long from, long to) throws Exception {
                return client.past(kind.topic(), from, to, Orderbook::passOver);
            }

            @Override
            public long numberOf(OnchainEvent event) {
                return event.block();
            }
        };
    }

    /** The address of a wallet; throws if the chain knows none, or cannot be asked. */
    public String ownerOf(String wallet) throws Exception {
        return client.ask("/owner/" + wallet).get(0);
    }

    /** What an address has there, in hundredths of a share by symbol. */
    public Map<String, Long> inventory(String owner) throws Exception {
        var units = new TreeMap<String, Long>();
        for (String line : client.ask("/inventory/" + owner)) {
            String[] word = line.split(" ", -1);
            units.put(word[0], Long.parseLong(word[1]));
        }
        return units;
    }

    private static void passOver(String text, Exception failure) {
        LOG.warn("An event cannot be read and is passed over: {}", text, failure);
    }
}
