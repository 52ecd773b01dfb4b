/** Turns what is asked for into what is stored. */
@NullMarked
package dev.baton.internal.enqueue;

import org.jspecify.annotations.NullMarked;
