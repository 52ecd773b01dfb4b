/** Looks whether all work of some types is done, and has what follows enqueued. */
@NullMarked
package dev.baton.internal.drain;

import org.jspecify.annotations.NullMarked;
