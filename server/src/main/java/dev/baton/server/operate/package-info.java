/** The commands with which operators look at the jobs of a database, or of a service, and act on them. */
@NullMarked
package dev.baton.server.operate;

import org.jspecify.annotations.NullMarked;
