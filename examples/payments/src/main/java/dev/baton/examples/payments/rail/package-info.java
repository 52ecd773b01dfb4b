/** Three rails, simulated by a process of their own, and how it is spoken to. */
@NullMarked
package dev.baton.examples.payments.rail;

import org.jspecify.annotations.NullMarked;
