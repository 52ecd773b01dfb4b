package dev.baton.examples.issuance;

/**
 * A vault as it was discovered: all that its backfills need to know.
 *
 * @param firstBlock the block with which its contract began
 */
record Vault(String symbol, String address, long firstBlock) {}
