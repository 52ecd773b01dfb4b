/** The ledger: accounts, transfers, and the outbox beside them in one database. */
@NullMarked
package dev.baton.examples.payments.ledger;

import org.jspecify.annotations.NullMarked;
