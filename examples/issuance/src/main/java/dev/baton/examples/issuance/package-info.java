/**
 * A small service to learn Baton from: it issues shares against receipts on a chain, starts in order, and keeps monitors alive. Begin
 * with {@code Issuance} and {@code StartupPlan}.
 */
@NullMarked
package dev.baton.examples.issuance;

import org.jspecify.annotations.NullMarked;
