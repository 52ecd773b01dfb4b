/**
 * Jobs in a SQLite file, beside the application's own tables: one engine per file, others may enqueue.
 *
 * <p>Start at {@link dev.baton.sqlite.SqliteStore}.
 */
@NullMarked
package dev.baton.sqlite;

import org.jspecify.annotations.NullMarked;
