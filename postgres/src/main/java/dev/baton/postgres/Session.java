package dev.baton.postgres;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.Route;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection within a transaction, on the tables of one schema. For one thread at a time. */
final class Session implements AutoCloseable {

    private final Jdbc jdbc;
    private final Schema schema;
    private final Set<Route> ready = new HashSet<>();
    private final List<Witnessed> witnessed = new ArrayList<>();
    private boolean leftNotes;

    Session(Connection connection, Schema schema) {
        this.jdbc = new Jdbc(connection);
        this.schema = schema;
    }

    /** Runs a statement without parameters or result. */
    void execute(String sql) throws SQLException {
        jdbc.execute(schema.in(sql));
    }

    /** The same where names must stay as they are, such as those of indexes that are made; the search path finds our tables. */
    void executeAsItIs(String sql) throws SQLException {
        jdbc.execute(sql);
    }

    /** Runs a change, with names and values in turn. Answers how many rows it changed. */
    int update(String sql, @Nullable Object... namesAndValues) throws SQLException {
        return jdbc.update(schema.in(sql), namesAndValues);
    }

    /** Runs a question, or a change that answers, with names and values in turn. */
    <T> List<T> query(String sql, Jdbc.Reader<T> reader, @Nullable Object... namesAndValues) throws SQLException {
        return jdbc.query(schema.in(sql), reader, namesAndValues);
    }

    /** The first row of it, if there is one. */
    <T> Optional<T> first(String sql, Jdbc.Reader<T> reader, @Nullable Object... namesAndValues) throws SQLException {
        return jdbc.first(schema.in(sql), reader, namesAndValues);
    }

    /** What the last run of this statement came back with beside its answer. */
    Optional<SQLWarning> warningOf(String sql) throws SQLException {
        return jdbc.warningOf(schema.in(sql));
    }

    /**
     * What is answered was written by others. They may have waited in vain for a standby to confirm it, so that it is there to be
     * seen and may yet be lost; who answers with it waits for the same.
     */
    void answersForOthers() throws SQLException {
        query(TransactionSql.WAIT_AS_WRITERS_DO, row -> row.flag("written"));
    }

    /** A question whose answer may be long: so many rows are held at a time. */
    void each(String sql, int atATime, Jdbc.Taker taker) throws SQLException {
        jdbc.each(schema.in(sql), atATime, taker);
    }

    /** A record was written about which there is to be evidence. */
    void witness(Witnessed record) {
        witnessed.add(record);
    }

    /** Nothing of what was written so far is left. */
    void forgetEvidence() {
        witnessed.clear();
    }

    /** The last thing in a transaction: chains are locked here, and by nobody who goes on to wait for something else. */
    void appendEvidence() throws SQLException {
        if (!witnessed.isEmpty()) {
            Witnessed.append(this, witnessed);
            witnessed.clear();
        }
    }

    /** Something is left to be looked at once this is committed. */
    void leaveNote() {
        leftNotes = true;
    }

    boolean leftNotes() {
        return leftNotes;
    }

    /** A job of this route may begin once this is committed, as the one before it in its lane has left. */
    void madeReady(Route route) {
        ready.add(route);
    }

    Set<Route> ready() {
        return ready;
    }

    @Override
    public void close() throws SQLException {
        jdbc.close();
    }
}
