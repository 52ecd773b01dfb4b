/** What the bot knows and decides: trades, positions, orders, and the broker. Knows nothing of jobs, tasks or the chain. */
@NullMarked
package dev.baton.examples.liquidity.trading;

import org.jspecify.annotations.NullMarked;
