/** Streams of events, and how to read them from where they were left. Knows nothing of jobs. */
@NullMarked
package dev.baton.stream;

import org.jspecify.annotations.NullMarked;
