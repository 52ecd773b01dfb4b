package dev.baton.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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

    private record Prepared(NamedSql sql, PreparedStatement statement) {}

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

    /** Runs a change, with names and values in turn. Answers how many rows it changed. */
    public int update(String sql, @Nullable Object... namesAndValues) throws SQLException {
        try {
            return bound(sql, namesAndValues).executeUpdate();
        } catch (SQLException e) {
            throw forgetting(sql, e);
        }
    }

    /** Runs a question, with names and values in turn. */
    public <T> List<T> query(String sql, Reader<T> reader, @Nullable Object... namesAndValues) throws SQLException {
        var rows = new ArrayList<T>();
        try (ResultSet result = bound(sql, namesAndValues).executeQuery()) {
            var row = new Row(result);
            while (result.next()) {
                rows.add(reader.read(row));
            }
        } catch (SQLException e) {
            throw forgetting(sql, e);
        }
        return rows;
    }

    /** The first row of a question, if there is one. */
    public <T> Optional<T> first(String sql, Reader<T> reader, @Nullable Object... namesAndValues) throws SQLException {
        return query(sql, reader, namesAndValues).stream().findFirst();
    }

    /** After some errors a driver's statement is of no more use; the next call prepares a fresh one. */
    private SQLException forgetting(String sql, SQLException cause) {
        Prepared broken = prepared.remove(sql);
        if (broken != null) {
            try {
                broken.statement().close();
            } catch (SQLException e) {
                cause.addSuppressed(e);
            }
        }
        return cause;
    }

    private PreparedStatement bound(String sql, @Nullable Object[] namesAndValues) throws SQLException {
        Prepared known = prepared.get(sql);
        if (known == null) {
            NamedSql named = NamedSql.parse(sql);
            known = new Prepared(named, connection.prepareStatement(named.positional()));
            prepared.put(sql, known);
        }
        known.sql().bind(known.statement(), namesAndValues);
        return known.statement();
    }

    @Override
    public void close() throws SQLException {
        for (Prepared each : prepared.values()) {
            each.statement().close();
        }
        prepared.clear();
    }
}
