package dev.baton.examples.liquidity.trading;

/**
 * Whole shares that the broker is to buy or sell for us.
 *
 * @param id ours; the broker does nothing twice under the same
 */
public record Order(String id, String symbol, Side side, long shares) {

    /** Which way. */
    public enum Side {
        /** The broker buys for us. */
        BUY,
        /** The broker sells for us. */
        SELL
    }

    /** How it changes a position, in hundredths of a share. */
    long units() {
        return (side == Side.BUY ? shares : -shares) * Positions.SHARE;
    }
}
