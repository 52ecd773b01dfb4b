/** The command line of Baton: {@code ./baton}. */
@NullMarked
package dev.baton.server;

import org.jspecify.annotations.NullMarked;
