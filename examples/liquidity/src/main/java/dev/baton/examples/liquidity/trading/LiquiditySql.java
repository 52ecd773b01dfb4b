package dev.baton.examples.liquidity.trading;

/** The statements of the bot on its own tables, for SQLite and PostgreSQL alike. */
final class LiquiditySql {

    static final String ADD_TRADE = """
            INSERT INTO onchain_trade (tx, log_index, kind, block, symbol, units) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tx, log_index) DO NOTHING
            """;

    static final String ADD_TO_POSITION = """
            INSERT INTO net_position (symbol, units) VALUES (?, ?)
            ON CONFLICT (symbol) DO UPDATE SET units = net_position.units + excluded.units
            """;

    /** Of two who want to hedge the same position one changes a row, and the other none. */
    static final String CLAIM_POSITION = """
            UPDATE net_position SET pending_order = ?
            WHERE symbol = ? AND pending_order IS NULL AND abs(units) >= ?
            """;

    static final String UNITS = "SELECT units FROM net_position WHERE symbol = ?";
    static final String POSITIONS = "SELECT symbol, units FROM net_position ORDER BY symbol";

    static final String UNHEDGED = """
            SELECT symbol FROM net_position
            WHERE pending_order IS NULL AND abs(units) >= ?
                OR pending_order IN (SELECT id FROM offchain_order WHERE state = 'PENDING')
            ORDER BY symbol
            """;

    static final String HEDGED =
            "UPDATE net_position SET units = units + ?, pending_order = NULL WHERE symbol = ? AND pending_order = ?";

    static final String ADD_ORDER =
            "INSERT INTO offchain_order (id, symbol, side, shares, state) VALUES (?, ?, ?, ?, 'PENDING')";
    static final String PENDING_ORDER =
            "SELECT id, symbol, side, shares FROM offchain_order WHERE symbol = ? AND state = 'PENDING'";
    static final String SUBMITTED_ORDERS =
            "SELECT id, symbol, side, shares FROM offchain_order WHERE state = 'SUBMITTED' ORDER BY id";
    static final String MOVE_ORDER = "UPDATE offchain_order SET state = ? WHERE id = ? AND state = ?";

    static final String PUT_INVENTORY = """
            INSERT INTO inventory (venue, symbol, units) VALUES (?, ?, ?)
            ON CONFLICT (venue, symbol) DO UPDATE SET units = excluded.units
            """;

    static final String OPEN_EVENTS = """
            SELECT tx_hash, log_index, event_data FROM event_queue WHERE processed = 0
            ORDER BY block_number, log_index LIMIT ?
            """;

    static final String MARK_EVENT =
            "UPDATE event_queue SET processed = 1 WHERE tx_hash = ? AND log_index = ? AND processed = 0";

    static final String PLACE =
            "INSERT INTO broker_order (reference, symbol, side, shares, looks) VALUES (?, ?, ?, ?, 0) ON CONFLICT (reference) DO NOTHING";
    static final String LOOK = "UPDATE broker_order SET looks = looks + 1 WHERE reference = ?";
    static final String LOOKS = "SELECT looks FROM broker_order WHERE reference = ?";
    static final String TRANSFER =
            "INSERT INTO broker_transfer (reference, symbol, shares) VALUES (?, ?, ?) ON CONFLICT (reference) DO NOTHING";

    static final String HOLDINGS = """
            SELECT symbol, sum(shares) AS shares FROM (
                SELECT symbol, CASE side WHEN 'BUY' THEN shares ELSE -shares END AS shares FROM broker_order WHERE looks > 1
                UNION ALL SELECT symbol, -shares FROM broker_transfer) moved
            GROUP BY symbol ORDER BY symbol
            """;

    private LiquiditySql() {}
}
