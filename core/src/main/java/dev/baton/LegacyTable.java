package dev.baton;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * An old queue table as the application knows it: which of its rows are open, and how one is marked. Both are asked within one
 * transaction, and neither commits.
 *
 * @param <R> a row; two are equal if they are the same row, so that a record with its key does well
 */
public interface LegacyTable<R> {

    /** The oldest open rows, oldest first, at most so many. Rows that another transaction has in hand must not be left out. */
    List<R> oldest(Connection transaction, int limit) throws SQLException;

    /**
     * Marks a row as taken over if it is open, in one statement that looks and marks, such as an UPDATE whose condition asks for both
     * the key and an open row. False if it is not open any more, because somebody else was faster.
     */
    boolean mark(Connection transaction, R row) throws SQLException;
}
