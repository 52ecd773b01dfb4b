/** A chain over a WebSocket, as far as all examples have the same: how it is asked and followed, and one that is simulated. */
@NullMarked
package dev.baton.examples.chain;

import org.jspecify.annotations.NullMarked;
