package dev.baton.postgres;

import java.sql.SQLException;

/** Something to do within a transaction. */
@FunctionalInterface
interface Work<T> {
    T run(Session on) throws SQLException;
}
