package dev.baton.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements with named parameters on one connection, each prepared once. For one thread at a time. */
public final class Jdbc implements AutoCloseable {

    /** Makes something of a row. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Reads the row the result set stands on. */
        T read(Row row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, Prepared> prepared = new HashMap<>();

    /** A statement, with what it answers by name once that is known. */
    private static final class Prepared {
        private final NamedSql sql;
        private final PreparedStatement statement;
        private @Nullable Columns columns;

        Prepared(NamedSql sql, PreparedStatement statement) {
            this.sql = sql;
            this.statement = statement;
        }

        PreparedStatement bound(@Nullable Object[] namesAndValues) throws SQLException {
            sql.bind(statement, namesAndValues);
            return statement;
        }

        Row row(ResultSet result) throws SQLException {
            if (columns == null) {
                columns = Columns.of(result.getMetaData());
            }
            return new Row(result, columns);
        }
    }

    /** On this connection, which stays its owner's. */
    public Jdbc(Connection connection) {
        this.connection = connection;
    }

    /** Runs a statement without parameters or result, such as BEGIN. */
    public void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The same for a statement that comes again and again: it is prepared once. */
    public void executeAgain(String sql) throws SQLException {
        try {
            prepared(sql).statement.execute();
        } catch (SQLException e) {
            throw forgetting(sql, e);
        }
    }

    /** Runs a change, with names and values in turn. Answers how many rows it changed. */
    public int update(String sql, @Nullable Object... namesAndValues) throws SQLException {
        try {
            return prepared(sql).bound(namesAndValues).executeUpdate();
        } catch (SQLException e) {
            throw forgetting(sql, e);
        }
    }

    /** Runs a question, with names and values in turn. */
    public <T> List<T> query(String sql, Reader<T> reader, @Nullable Object... namesAndValues) throws SQLException {
        var rows = new ArrayList<T>();
        try {
            Prepared known = prepared(sql);
            try (ResultSet result = known.bound(namesAndValues).executeQuery()) {
                Row row = known.row(result);
                while (result.next()) {
                    rows.add(reader.read(row));
                }
            }
        } catch (SQLException e) {
            throw forgetting(sql, e);
        }
        return rows;
    }

    /** The first row of a question, if there is one. */
    public <T> Optional<T> first(String sql, Reader<T> reader, @Nullable Object... namesAndValues) throws SQLException {
        try {
            Prepared known = prepared(sql);
            try (ResultSet result = known.bound(namesAndValues).executeQuery()) {
                return result.next() ? Optional.of(reader.read(known.row(result))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw forgetting(sql, e);
        }
    }

    /** Takes a row. */
    @FunctionalInterface
    public interface Taker {
        /** Takes the row the result set stands on. */
        void take(Row row) throws SQLException;
    }

    /** Runs a question whose answer may be long: so many rows are held at a time. */
    public void each(String sql, int atATime, Taker taker, @Nullable Object... namesAndValues) throws SQLException {
        NamedSql named = NamedSql.of(sql);
        try (PreparedStatement statement = connection.prepareStatement(named.positional())) {
            statement.setFetchSize(atATime);
            named.bind(statement, namesAndValues);
            try (ResultSet result = statement.executeQuery()) {
                var row = new Row(result, Columns.of(result.getMetaData()));
                while (result.next()) {
                    taker.take(row);
                }
            }
        }
    }

    /** What the last run of this statement came back with beside its answer. */
    public Optional<SQLWarning> warningOf(String sql) throws SQLException {
        return Optional.ofNullable(prepared(sql).statement.getWarnings());
    }

    /** After some errors a driver's statement is of no more use; the next call prepares a fresh one. */
    private SQLException forgetting(String sql, SQLException cause) {
        Prepared broken = prepared.remove(sql);
        if (broken != null) {
            try {
                broken.statement.close();
            } catch (SQLException e) {
                cause.addSuppressed(e);
            }
        }
        return cause;
    }

    private Prepared prepared(String sql) throws SQLException {
        Prepared known = prepared.get(sql);
        if (known == null) {
            NamedSql named = NamedSql.of(sql);
            known = new Prepared(named, connection.prepareStatement(named.positional()));
            prepared.put(sql, known);
        }
        return known;
    }

    @Override
    public void close() throws SQLException {
        for (Prepared each : prepared.values()) {
            each.statement.close();
        }
        prepared.clear();
    }
}
