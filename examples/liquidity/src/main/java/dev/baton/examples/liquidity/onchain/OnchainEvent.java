package dev.baton.examples.liquidity.onchain;

/**
 * A trade of ours, as the order book has logged it.
 *
 * @param tx the transaction it happened in, together with others perhaps
 * @param logIndex which event of its block it is
 * @param units hundredths of a share; less than zero if we sold
 */
public record OnchainEvent(Kind kind, long block, int logIndex, String tx, String symbol, long units) {

    /** What the order book logs; each kind is a stream of its own. */
    public enum Kind {
        /** Two orders were cleared against each other. */
        CLEAR_V3("ClearV3"),
        /** Somebody took an order. */
        TAKE_ORDER_V3("TakeOrderV3");

        private final String topic;

        Kind(String topic) {
            this.topic = topic;
        }

        /** What the chain calls it. */
        public String topic() {
            return topic;
        }
    }

    /** What no other event has. */
    public String key() {
        return tx + ":" + logIndex;
    }
}
