/** What is known of wallets, in tables of our own. */
@NullMarked
package dev.baton.examples.wallets.ledger;

import org.jspecify.annotations.NullMarked;
