package dev.baton.internal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** The row that a result set stands on. */
public final class Row {

    private final ResultSet result;
    private final Columns columns;

    Row(ResultSet result, Columns columns) {
        this.result = result;
        this.columns = columns;
    }

    /** A text that is there. */
    public String text(String column) throws SQLException {
        return result.getString(columns.of(column));
    }

    /** A text that may be missing. */
    public Optional<String> optionalText(String column) throws SQLException {
        return Optional.ofNullable(result.getString(columns.of(column)));
    }

    /** A whole number. */
    public int integer(String column) throws SQLException {
        return result.getInt(columns.of(column));
    }

    /** A large whole number. */
    public long number(String column) throws SQLException {
        return result.getLong(columns.of(column));
    }

    /** A large whole number that may be missing. */
    public Optional<Long> optionalNumber(String column) throws SQLException {
        long value = result.getLong(columns.of(column));
        return result.wasNull() ? Optional.empty() : Optional.of(value);
    }

    /** Yes or no. */
    public boolean flag(String column) throws SQLException {
        return result.getBoolean(columns.of(column));
    }

    /** An id that is there. */
    public UUID uuid(String column) throws SQLException {
        return result.getObject(columns.of(column), UUID.class);
    }

    /** An id that may be missing. */
    public Optional<UUID> optionalUuid(String column) throws SQLException {
        return Optional.ofNullable(result.getObject(columns.of(column), UUID.class));
    }

    /** Bytes that are there. */
    public byte[] bytes(String column) throws SQLException {
        return result.getBytes(columns.of(column));
    }

    /** Bytes that may be missing. */
    public Optional<byte[]> optionalBytes(String column) throws SQLException {
        return Optional.ofNullable(result.getBytes(columns.of(column)));
    }
}
