/** The two kinds of work: to read the past of a wallet, and to reckon once all is read. */
@NullMarked
package dev.baton.examples.wallets.jobs;

import org.jspecify.annotations.NullMarked;
