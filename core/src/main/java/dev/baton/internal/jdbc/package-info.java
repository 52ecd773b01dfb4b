/** A little help with JDBC, for our own stores only. */
@NullMarked
package dev.baton.internal.jdbc;

import org.jspecify.annotations.NullMarked;
