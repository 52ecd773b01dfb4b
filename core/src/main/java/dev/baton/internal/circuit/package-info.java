/** Has a type whose jobs fail for good pause, and nobody else. */
@NullMarked
package dev.baton.internal.circuit;

import org.jspecify.annotations.NullMarked;
