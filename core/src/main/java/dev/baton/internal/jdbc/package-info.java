/** What our own stores share: a little help with JDBC, and hints. */
@NullMarked
package dev.baton.internal.jdbc;

import org.jspecify.annotations.NullMarked;
