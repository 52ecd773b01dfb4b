package dev.baton.examples.wallets.chain;

/** A network that a wallet may be on. */
public enum Network {
    ETHEREUM(true),
    ARBITRUM(true),
    BASE(true),
    /** Nobody has written an adapter for it yet. */
    SOLANA(false);

    private final boolean supported;

    Network(boolean supported) {
        this.supported = supported;
    }

    /** Can it be asked? */
    public boolean isSupported() {
        return supported;
    }
}
