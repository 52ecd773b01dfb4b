/**
 * Whether the promises were kept. Nothing in here knows the engine: it reads logs that callers and handlers wrote themselves and,
 * with SQL of its own, the tables in the store, and compares the two.
 */
@NullMarked
package dev.baton.checker;

import org.jspecify.annotations.NullMarked;
