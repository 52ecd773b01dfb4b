/** A store in memory: the reference that says what the others must do, and good for tests. Nothing survives the process. */
@NullMarked
package dev.baton.store.memory;

import org.jspecify.annotations.NullMarked;
