package dev.baton.examples.liquidity.tasks;

import dev.baton.examples.liquidity.trading.Broker;
import java.util.Map;
import java.util.concurrent.Callable;

/** Moves the shares to the chain that we begin with there. Whoever does it, and however often, it is done once. */
public final class Rebalancer implements Callable<Boolean> {

    private final Broker broker;
    private final Map<String, Long> shares;

    /** So many shares, by symbol. */
    public Rebalancer(Broker broker, Map<String, Long> shares) {
        this.broker = broker;
        this.shares = shares;
    }

    @Override
    public Boolean call() throws Exception {
        for (Map.Entry<String, Long> each : shares.entrySet()) {
            broker.transfer("opening-" + each.getKey(), each.getKey(), each.getValue());
        }
        return true;
    }
}
