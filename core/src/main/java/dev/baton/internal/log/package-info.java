/** Writes events to the log. */
@NullMarked
package dev.baton.internal.log;

import org.jspecify.annotations.NullMarked;
