package dev.baton.examples.wallets.chain;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Networks that need no memory: what happened to a wallet in a block follows from their names. So every process may have its own, and all
 * tell the same. It answers slowly, limits who asks, and fails, as it is told to. Safe for use by several threads.
 */
public final class SimulatedChain implements ChainApi {

    private static final Duration LIMITED = Duration.ofMillis(50);

    private final long head;
    private final Trouble trouble;

    /**
     * What a call may come to.
     *
     * @param latency how long each takes
     * @param limited the share that is refused because of the rate
     * @param broken the share that fails
     */
    public record Trouble(Duration latency, double limited, double broken) {

        /** None at all. */
        public static final Trouble NONE = new Trouble(Duration.ZERO, 0, 0);
    }

    /** With so many blocks on each network. */
    public SimulatedChain(long head, Trouble trouble) {
        this.head = head;
        this.trouble = trouble;
    }

    @Override
    public long head(Network network) {
        return head;
    }

    @Override
    public List<Transfer> transfers(Network network, String wallet, long from, long to) throws IOException {
        LockSupport.parkNanos(trouble.latency().toNanos());
        double luck = ThreadLocalRandom.current().nextDouble();
        if (luck < trouble.limited()) {
            throw new RateLimitedException(LIMITED);
        }
        if (luck < trouble.limited() + trouble.broken()) {
            throw new IOException(network + " does not answer");
        }
        var found = new ArrayList<Transfer>();
        for (long block = from; block <= Math.min(to, head); block++) {
            int dice = (wallet + network + block).hashCode() & 0xffff;
            if (dice % 5 == 0) {
                found.add(new Transfer(block, dice % 2_001 - 1_000));
            }
        }
        return found;
    }
}
