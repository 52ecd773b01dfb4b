/**
 * Whether the demo of jobs came out as promised. Nothing in here knows the engine: it reads a log that handlers wrote
 * themselves and, with SQL of its own, the tables in the file, and compares the two.
 */
@NullMarked
package dev.baton.server.demo.verdict;

import org.jspecify.annotations.NullMarked;
