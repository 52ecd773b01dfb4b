/**
 * The payment outbox: what a ledger's own transaction has decided reaches the rail, in the order of the participant's sequence, and is
 * never sent again blindly.
 *
 * <p>Start at {@link dev.baton.outbox.Outbox}.
 */
@NullMarked
package dev.baton.outbox;

import org.jspecify.annotations.NullMarked;
