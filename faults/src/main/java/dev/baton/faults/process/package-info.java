/** Processes that are halted, killed, stopped and resumed while they work, and what is left of their jobs. */
@NullMarked
package dev.baton.faults.process;

import org.jspecify.annotations.NullMarked;
