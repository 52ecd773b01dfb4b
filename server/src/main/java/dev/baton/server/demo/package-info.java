/** What {@code ./baton demo} and {@code ./baton demo supervise} share: how things look on a terminal. */
@NullMarked
package dev.baton.server.demo;

import org.jspecify.annotations.NullMarked;
