/** {@code ./baton demo}: a supervision tree that crashes, hangs and finishes before your eyes, and checks itself. */
@NullMarked
package dev.baton.server.demo;

import org.jspecify.annotations.NullMarked;
