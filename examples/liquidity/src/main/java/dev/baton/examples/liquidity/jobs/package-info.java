/** The work that has an end. Knows nothing of the tasks that push it. */
@NullMarked
package dev.baton.examples.liquidity.jobs;

import org.jspecify.annotations.NullMarked;
