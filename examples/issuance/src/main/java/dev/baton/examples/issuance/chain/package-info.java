/** A chain over a WebSocket: how it is asked and followed, and one that is simulated. Knows nothing of the service. */
@NullMarked
package dev.baton.examples.issuance.chain;

import org.jspecify.annotations.NullMarked;
