/** What a chain tells, and one that is simulated. */
@NullMarked
package dev.baton.examples.wallets.chain;

import org.jspecify.annotations.NullMarked;
