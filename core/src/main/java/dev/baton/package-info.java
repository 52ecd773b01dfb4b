/** The front door: set up with {@link dev.baton.Baton#on}, then enqueue, await, look and act. */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
