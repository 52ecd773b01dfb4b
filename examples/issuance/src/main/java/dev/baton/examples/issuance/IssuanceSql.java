package dev.baton.examples.issuance;

/** The statements of the service on its own tables. */
final class IssuanceSql {

    static final String ADD_FACT = "INSERT INTO fact (kind, body) VALUES (?, ?)";
    static final String FACTS = "SELECT kind, body FROM fact ORDER BY number";

    static final String FORGET_VAULTS = "DELETE FROM vault";
    static final String FORGET_MINTS = "DELETE FROM mint";
    static final String FORGET_REDEMPTIONS = "DELETE FROM redemption";
    static final String PUT_VAULT =
            "INSERT INTO vault (symbol, address) VALUES (?, ?) ON CONFLICT (symbol) DO UPDATE SET address = excluded.address";
    static final String ADD_MINT = "INSERT INTO mint (id, symbol, shares, step) VALUES (?, ?, ?, ?)";
    static final String MOVE_MINT = "UPDATE mint SET step = ? WHERE id = ?";
    static final String ADD_REDEMPTION =
            "INSERT INTO redemption (id, symbol, address, receipt, shares, step) VALUES (?, ?, ?, ?, ?, ?)";
    static final String MOVE_REDEMPTION = "UPDATE redemption SET step = ? WHERE id = ?";

    static final String VAULTS = "SELECT symbol, address FROM vault ORDER BY symbol";
    static final String VAULT = "SELECT symbol, address FROM vault WHERE symbol = ?";
    static final String MINT = "SELECT id, symbol, shares, step FROM mint WHERE id = ?";
    static final String UNFINISHED_MINTS = "SELECT id FROM mint WHERE step <> 'COMPLETED' ORDER BY id";
    static final String REDEMPTION = "SELECT id, receipt, shares, step FROM redemption WHERE id = ?";
    static final String UNFINISHED_REDEMPTIONS =
            "SELECT id FROM redemption WHERE symbol = ? AND step <> 'COMPLETED' ORDER BY id";

    static final String ADD_RECEIPT =
            "INSERT INTO receipt (id, symbol, address, shares, block) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING";
    static final String RECEIPT = "SELECT id FROM receipt WHERE id = ?";
    static final String ADD_TRANSFER =
            "INSERT INTO transfer (tx, symbol, receipt, shares, block) VALUES (?, ?, ?, ?, ?) ON CONFLICT (tx) DO NOTHING";
    static final String BACKFILLED = "SELECT block FROM backfilled WHERE address = ? AND kind = ?";
    static final String PUT_BACKFILLED = """
            INSERT INTO backfilled (address, kind, block) VALUES (?, ?, ?)
            ON CONFLICT (address, kind) DO UPDATE SET block = max(block, excluded.block)
            """;

    private IssuanceSql() {}
}
