/** The order book on the chain: how it is asked and followed, and one that is simulated. Knows nothing of the bot. */
@NullMarked
package dev.baton.examples.liquidity.onchain;

import org.jspecify.annotations.NullMarked;
