package dev.baton.benchmarks;

import dev.baton.BatonBuilder;
import dev.baton.benchmarks.verdict.Findings;
import dev.baton.benchmarks.verdict.Ledger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/** A database of the bench, with its own ledger. */
public interface Database {

    /** What the bench knows of the jobs in it. */
    Ledger ledger();

    /** Starts an engine on it, with connections of its own. */
    Running start(UnaryOperator<BatonBuilder> setUp);

    /** The same tables by plain JDBC, for one thread. */
    RawTables plain() throws SQLException;

    /** How a service is told where it is, by the names of its settings. */
    Map<String, String> settings();

    /** Can several write at once? */
    boolean takesSeveralWriters();

    /** Connects to it as an application does that has its own tables there. */
    Connection connect() throws SQLException;

    /** Looks at it from outside, for one thread. */
    Outside outside() throws SQLException;

    /** Puts jobs into it that ended before, by plain SQL. Says after every piece how many there are. */
    void loadPast(int jobs, IntConsumer loaded) throws SQLException;

    /** Whether all is there that has to be. */
    Findings check() throws SQLException;

    /** The same where nobody has run anything. */
    Findings checkStanding() throws SQLException;

    /** A look from outside. */
    interface Outside extends AutoCloseable {
        /** Is there a job that did not come to its end? */
        boolean isAnythingStanding() throws SQLException;

        @Override
        void close() throws SQLException;
    }
}
