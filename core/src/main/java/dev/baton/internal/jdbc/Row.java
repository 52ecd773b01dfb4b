package dev.baton.internal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The row that a result set stands on. */
public final class Row {

    private final ResultSet result;

    Row(ResultSet result) {
        this.result = result;
    }

    /** A text that is there. */
    public String text(String column) throws SQLException {
        return result.getString(column);
    }

    /** A text that may be missing. */
    public Optional<String> optionalText(String column) throws SQLException {
        return Optional.ofNullable(result.getString(column));
    }

    /** A whole number. */
    public int integer(String column) throws SQLException {
        return result.getInt(column);
    }

    /** A large whole number. */
    public long number(String column) throws SQLException {
        return result.getLong(column);
    }

    /** A large whole number that may be missing. */
    public Optional<Long> optionalNumber(String column) throws SQLException {
        long value = result.getLong(column);
        return result.wasNull() ? Optional.empty() : Optional.of(value);
    }

    /** Yes or no. */
    public boolean flag(String column) throws SQLException {
        return result.getInt(column) != 0;
    }

    /** Bytes that are there. */
    public byte[] bytes(String column) throws SQLException {
        return result.getBytes(column);
    }

    /** Bytes that may be missing. */
    public Optional<byte[]> optionalBytes(String column) throws SQLException {
        return Optional.ofNullable(result.getBytes(column));
    }
}
