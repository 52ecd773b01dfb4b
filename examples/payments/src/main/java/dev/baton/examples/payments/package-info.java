/**
 * A ledger that pays over rails: what a transfer debits and what it sends are one transaction, and several processes send it.
 */
@NullMarked
package dev.baton.examples.payments;

import org.jspecify.annotations.NullMarked;
