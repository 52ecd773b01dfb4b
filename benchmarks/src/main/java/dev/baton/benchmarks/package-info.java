/** {@code baton bench}: how fast the engine is on this machine, beside what plain JDBC reaches in the same minutes. */
@NullMarked
package dev.baton.benchmarks;

import org.jspecify.annotations.NullMarked;
