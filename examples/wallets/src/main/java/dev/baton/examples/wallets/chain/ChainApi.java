package dev.baton.examples.wallets.chain;

import java.io.IOException;
import java.util.List;

/** What can be asked of the networks. Safe for use by several threads. */
public interface ChainApi {

    /** The number of the newest block. */
    long head(Network network) throws IOException;

    /**
     * What happened to a wallet from this block on up to that one, both among them, in the order of blocks.
     *
     * @throws RateLimitedException if it was asked too often
     */
    List<Transfer> transfers(Network network, String wallet, long from, long to) throws IOException;
}
