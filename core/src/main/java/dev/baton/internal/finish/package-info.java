/** Writes down how attempts ended and how far they are. */
@NullMarked
package dev.baton.internal.finish;

import org.jspecify.annotations.NullMarked;
