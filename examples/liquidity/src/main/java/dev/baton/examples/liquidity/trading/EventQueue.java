package dev.baton.examples.liquidity.trading;

import dev.baton.LegacyTable;
import dev.baton.examples.tables.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The queue table of earlier versions: rows are open until they are processed, the oldest block first. */
public final class EventQueue implements LegacyTable<EventQueue.Row> {

    /** An event as it was queued. */
    public record Row(String tx, int logIndex, String data) {}

    @Override
    public List<Row> oldest(Connection transaction, int limit) throws SQLException {
        return Database.list(
                transaction,
                LiquiditySql.OPEN_EVENTS,
                row -> new Row(row.getString("tx_hash"), row.getInt("log_index"), row.getString("event_data")),
                limit);
    }

    @Override
    public boolean mark(Connection transaction, Row row) throws SQLException {
        return Database.change(transaction, LiquiditySql.MARK_EVENT, row.tx(), row.logIndex()) == 1;
    }
}
