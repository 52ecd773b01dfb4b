/** The service of its own: its settings, the order in which it starts and stops, and what it lets in. */
@NullMarked
package dev.baton.server.serve;

import org.jspecify.annotations.NullMarked;
