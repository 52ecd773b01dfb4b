package dev.baton.examples.issuance.chain;

/**
 * Something that happened at a vault's address on the chain.
 *
 * @param tx the transaction it happened in, and no other did
 * @param receipt which receipt was issued, or which one the transferred shares are of
 */
public record ChainEvent(Kind kind, long block, String tx, String address, String receipt, long shares) {

    /** What happens at vaults. */
    public enum Kind {
        /** Shares were deposited, and a receipt was issued for them. */
        RECEIPT,
        /** Shares were sent back to be redeemed. */
        TRANSFER
    }
}
