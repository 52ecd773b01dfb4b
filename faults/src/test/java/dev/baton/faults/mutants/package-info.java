/** Defects planted on purpose: a test that does not notice the one it is there for proves nothing. */
@NullMarked
package dev.baton.faults.mutants;

import org.jspecify.annotations.NullMarked;
