package dev.baton.benchmarks;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A connection without an engine, on which every statement is a transaction of its own, prepared once. For one thread. */
public interface Plain extends AutoCloseable {

    /** This statement, ready for its values. */
    PreparedStatement statement(String sql) throws SQLException;

    /** Runs a statement that comes once. */
    void execute(String sql) throws SQLException;

    @Override
    void close() throws SQLException;
}
