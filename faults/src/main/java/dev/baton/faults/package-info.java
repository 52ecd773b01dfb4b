/** Faults that are done to real processes on real files. */
@NullMarked
package dev.baton.faults;

import org.jspecify.annotations.NullMarked;
