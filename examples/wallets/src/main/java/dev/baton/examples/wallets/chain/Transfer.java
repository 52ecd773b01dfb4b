package dev.baton.examples.wallets.chain;

/** What came to a wallet in a block, or left it. */
public record Transfer(long block, long amount) {}
