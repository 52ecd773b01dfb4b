/** The work that has no end, or that was begun elsewhere. Knows nothing of who does the jobs that it pushes. */
@NullMarked
package dev.baton.examples.liquidity.tasks;

import org.jspecify.annotations.NullMarked;
