package dev.baton.sqlite;

import java.sql.SQLException;

/** Something to do within a transaction. */
@FunctionalInterface
interface Operation<T> {
    T run() throws SQLException;
}
