/** What the bench needs of SQLite: fresh files, and plain JDBC on them. */
@NullMarked
package dev.baton.benchmarks.sqlite;

import org.jspecify.annotations.NullMarked;
