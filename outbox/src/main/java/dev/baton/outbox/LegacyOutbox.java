package dev.baton.outbox;

import dev.baton.LegacyTable;
import dev.baton.job.BatonException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An old table {@code payment_outbox} as most have it, where the connection finds it: with {@code instruction_id, idempotency_key,
 * participant_id, sequence_id, rail_type, payload} and a {@code status} that may become {@code IMPORTED}. A row is over if it is {@code
 * DISPATCHED} or {@code FAILED}. It remembers how far it was read, so that rows that are imported are not read again and again: take one for
 * each run. Not safe for use by several threads.
 */
public final class LegacyOutbox implements LegacyTable<LegacyPayment> {

    /** The first row of the last answer: all before it were imported by then, whatever became of that one's transaction. */
    private Optional<LegacyPayment> from = Optional.empty();

    /** As most have it. */
    public LegacyOutbox() {}

    @Override
    public List<LegacyPayment> oldest(Connection transaction, int limit) throws SQLException {
        List<LegacyPayment> rows = oldest(transaction, from, limit);
        if (rows.isEmpty() && from.isPresent()) {
            rows = oldest(transaction, Optional.empty(), limit); // somebody may have added one before it
        }
        from = rows.stream().findFirst();
        return rows;
    }

    private static List<LegacyPayment> oldest(Connection transaction, Optional<LegacyPayment> from, int limit)
            throws SQLException {
        var rows = new ArrayList<LegacyPayment>();
        try (PreparedStatement statement = transaction.prepareStatement(LegacyOutboxSql.OLDEST)) {
            statement.setString(1, from.map(LegacyPayment::participant).orElse(""));
            statement.setLong(2, from.map(LegacyPayment::sequence).orElse(Long.MIN_VALUE));
            statement.setInt(3, limit);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    rows.add(new LegacyPayment(
                            found.getString("instruction_id"),
                            found.getString("idempotency_key"),
                            found.getString("participant_id"),
                            found.getLong("sequence_id"),
                            found.getString("rail_type"),
                            found.getString("payload"),
                            found.getString("status")));
                }
            }
        }
        return rows;
    }

    @Override
    public boolean mark(Connection transaction, LegacyPayment row) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(LegacyOutboxSql.MARK)) {
            statement.setString(1, row.participant());
            statement.setLong(2, row.sequence());
            statement.setString(3, row.state());
            return statement.executeUpdate() == 1;
        }
    }

    /**
     * Drops the table, in one transaction on this connection, if all of its rows are imported. Those that are over, too: with them would go
     * what keeps them from being paid again.
     *
     * @throws BatonException with the code {@code ROWS_REMAIN} if there are others, or {@code NO_LEGACY_TABLE} if there is no such table;
     *     nothing was changed
     */
    public void drop(Connection connection) throws SQLException {
        requireTable(connection);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(LegacyOutboxSql.PUT_ASIDE);
            long remaining = remaining(statement);
            if (remaining > 0) {
                throw new BatonException(
                        "ROWS_REMAIN",
                        remaining
                                + " rows of payment_outbox are not imported; import them first, also those that are over. Nothing"
                                + " was dropped.");
            }
            statement.execute(LegacyOutboxSql.DROP);
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static void requireTable(Connection connection) throws SQLException {
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(connection.getCatalog(), connection.getSchema(), "payment_outbox", new String[] {"TABLE"})) {
            if (!tables.next()) {
                throw new BatonException("NO_LEGACY_TABLE", "There is no table payment_outbox; nothing was dropped.");
            }
        }
    }

    private static long remaining(Statement statement) throws SQLException {
        try (ResultSet count = statement.executeQuery(LegacyOutboxSql.REMAINING)) {
            count.next();
            return count.getLong("remaining");
        }
    }
}
