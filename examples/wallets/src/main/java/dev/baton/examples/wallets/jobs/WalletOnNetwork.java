package dev.baton.examples.wallets.jobs;

import dev.baton.examples.wallets.chain.Network;

/** Whose past is read, and where. */
public record WalletOnNetwork(String wallet, Network network) {

    /** One job at a time for each. */
    public String key() {
        return wallet + ":" + network;
    }
}
