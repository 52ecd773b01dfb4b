/** Services as real processes, for the tests that kill them. */
@NullMarked
package dev.baton.examples.process;

import org.jspecify.annotations.NullMarked;
