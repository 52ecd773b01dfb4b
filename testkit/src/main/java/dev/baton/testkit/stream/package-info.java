/** A WebSocket server for tests of streams, and a feed of numbered events on it. */
@NullMarked
package dev.baton.testkit.stream;

import org.jspecify.annotations.NullMarked;
