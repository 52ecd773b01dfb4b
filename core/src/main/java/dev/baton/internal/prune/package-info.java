/** Removes what ended long ago. */
@NullMarked
package dev.baton.internal.prune;

import org.jspecify.annotations.NullMarked;
