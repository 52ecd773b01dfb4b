/** Asks a service over HTTP, for commands that were given its address instead of a database. */
@NullMarked
package dev.baton.server.client;

import org.jspecify.annotations.NullMarked;
