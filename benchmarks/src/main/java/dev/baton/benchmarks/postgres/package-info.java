/** What the bench needs of PostgreSQL: a server, a schema for each measurement, and plain JDBC on them. */
@NullMarked
package dev.baton.benchmarks.postgres;

import org.jspecify.annotations.NullMarked;
