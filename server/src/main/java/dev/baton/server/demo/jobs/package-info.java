/** {@code ./baton demo}: durable jobs in a process that is killed again and again, and a verdict on what came of them. */
@NullMarked
package dev.baton.server.demo.jobs;

import org.jspecify.annotations.NullMarked;
