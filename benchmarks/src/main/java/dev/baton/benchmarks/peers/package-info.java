/** Other engines, which burn down as many jobs on the same server. */
@NullMarked
package dev.baton.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
