/**
 * Jobs in a PostgreSQL database, beside the application's own tables: as many engines as there are processes.
 *
 * <p>Start at {@link dev.baton.postgres.PostgresStore}.
 */
@NullMarked
package dev.baton.postgres;

import org.jspecify.annotations.NullMarked;
