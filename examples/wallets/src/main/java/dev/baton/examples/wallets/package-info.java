/**
 * Wallets whose past is read from chains, to learn Baton from: a job for each wallet on each network, which goes on where it was, and what
 * follows when all is read. Begin with {@code WalletRadar}.
 */
@NullMarked
package dev.baton.examples.wallets;

import org.jspecify.annotations.NullMarked;
