/** Work that comes again and again: when, and what becomes of times that were missed or come too soon. */
@NullMarked
package dev.baton.schedule;

import org.jspecify.annotations.NullMarked;
