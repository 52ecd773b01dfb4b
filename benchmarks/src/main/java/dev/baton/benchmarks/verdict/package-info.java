/** Whether the bench lost or doubled anything: a ledger of its own, and plain SQL. Uses no class of the engine. */
@NullMarked
package dev.baton.benchmarks.verdict;

import org.jspecify.annotations.NullMarked;
