package dev.baton.examples.liquidity.trading;

/**
 * What we traded on the chain.
 *
 * @param tx the transaction, in which several trades may be
 * @param units hundredths of a share; less than zero if we sold
 */
public record Trade(String tx, int logIndex, String kind, long block, String symbol, long units) {}
