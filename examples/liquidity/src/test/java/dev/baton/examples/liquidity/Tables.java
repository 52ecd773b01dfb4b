package dev.baton.examples.liquidity;

import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.trading.Storage;
import dev.baton.examples.tables.Database;
import dev.baton.job.JacksonCodec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bot's own tables, and the broker's, as a test fills and reads them. */
final class Tables implements AutoCloseable {

    /** What has to be the same, however often a process died: all but how many orders the same shares were bought or sold with. */
    private static final Map<String, String> STATE = Map.of(
            "trades", "SELECT * FROM onchain_trade ORDER BY tx, log_index",
            "positions", "SELECT * FROM net_position ORDER BY symbol",
            "orders",
                    "SELECT symbol, side, sum(shares), min(state), max(state) FROM offchain_order"
                            + " GROUP BY symbol, side ORDER BY symbol, side",
            "inventory", "SELECT * FROM inventory ORDER BY venue, symbol",
            "old queue", "SELECT tx_hash, processed FROM event_queue ORDER BY tx_hash",
            "broker", "SELECT symbol, side, sum(shares) FROM broker_order GROUP BY symbol, side ORDER BY symbol, side",
            "transfers", "SELECT * FROM broker_transfer ORDER BY reference");

    /** Orders that only one of the two sides knows, or knows as something else. */
    private static final String DISAGREED = """
            SELECT id FROM offchain_order LEFT JOIN broker_order b ON b.reference = id
            WHERE b.reference IS NULL OR b.shares <> offchain_order.shares OR b.side <> offchain_order.side
            UNION ALL
            SELECT reference FROM broker_order LEFT JOIN offchain_order ON id = reference WHERE id IS NULL
            """;

    private final Storage storage;
    private final Database database;

    Tables(String where) {
        storage = Storage.at(where);
        database = storage.database();
    }

    /** As an earlier version of the bot left them, with these events in its queue. */
    void leave(List<OnchainEvent> queued) throws Exception {
        storage.migrated().close();
        var json = new JacksonCodec();
        for (OnchainEvent event : queued) {
            database.change(
                    "INSERT INTO event_queue (tx_hash, log_index, block_number, event_data) VALUES (?, ?, ?, ?)",
                    event.tx(),
                    event.logIndex(),
                    event.block(),
                    json.encode(event));
        }
    }

    void change(String sql) throws Exception {
        database.change(sql);
    }

    Map<String, List<String>> state() throws SQLException {
        var state = new TreeMap<String, List<String>>();
        for (Map.Entry<String, String> table : STATE.entrySet()) {
            state.put(table.getKey(), rows(table.getValue()));
        }
        state.put("disagreed", column(DISAGREED));
        return state;
    }

    List<String> rows(String sql) throws SQLException {
        return database.list(sql, Tables::text);
    }

    List<String> column(String sql) throws SQLException {
        return database.list(sql, row -> row.getString(1));
    }

    long number(String sql) throws SQLException {
        return database.list(sql, row -> row.getLong(1)).get(0);
    }

    private static String text(ResultSet row) throws SQLException {
        var values = new ArrayList<String>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            values.add(row.getString(i));
        }
        return String.join(" ", values);
    }

    @Override
    public void close() {
        storage.close();
    }
}
