/** Ranges that are split into parts. */
@NullMarked
package dev.baton.internal.parts;

import org.jspecify.annotations.NullMarked;
