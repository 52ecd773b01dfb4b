/** The other side of a load test over HTTP: the service as a process of its own, and those who post to it and listen. Uses no class of the engine. */
@NullMarked
package dev.baton.benchmarks.http;

import org.jspecify.annotations.NullMarked;
