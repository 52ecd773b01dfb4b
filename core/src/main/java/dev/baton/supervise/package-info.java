/**
 * Keeps long-running tasks alive: restarts the ones that fail, with growing delays, and notices the ones that hang.
 *
 * <p>This package stands alone: it needs no store and imports nothing else of Baton. Start at {@link
 * dev.baton.supervise.Supervisor}. One thread makes every decision, fed by one {@code Mailbox}; {@code Supervision} holds
 * the decisions for all tasks, {@code SupervisedTask} those for one.
 */
@NullMarked
package dev.baton.supervise;

import org.jspecify.annotations.NullMarked;
