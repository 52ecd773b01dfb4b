package dev.baton.examples.wallets.ledger;

/** The statements on our own tables; SQLite and PostgreSQL understand them alike. */
final class LedgerSql {

    static final String ADD_WALLET = "INSERT INTO wallet (address) VALUES (?) ON CONFLICT (address) DO NOTHING";

    static final String SYNC = "SELECT last_block, complete FROM sync WHERE wallet = ? AND network = ?";

    static final String MOVE_SYNC = """
            INSERT INTO sync (wallet, network, last_block, complete) VALUES (?, ?, ?, ?)
            ON CONFLICT (wallet, network) DO UPDATE SET last_block = excluded.last_block, complete = excluded.complete
            """;

    /** Not twice: what is there already would be refused, and with it all of the batch. */
    static final String ADD_TRANSFER =
            "INSERT INTO transfer (wallet, network, block, amount, kind) VALUES (?, ?, ?, ?, 'NEW')";

    static final String ADD_TO_BALANCE = """
            INSERT INTO balance (wallet, network, amount) VALUES (?, ?, ?)
            ON CONFLICT (wallet, network) DO UPDATE SET amount = balance.amount + excluded.amount
            """;

    static final String RECLASSIFY = """
            UPDATE transfer SET kind = CASE WHEN abs(amount) < 10 THEN 'DUST' WHEN amount < 0 THEN 'OUT' ELSE 'IN' END
            WHERE kind = 'NEW'
            """;

    static final String RECALCULATE = """
            INSERT INTO portfolio (wallet, total, dust)
            SELECT w.address,
                coalesce((SELECT sum(b.amount) FROM balance b WHERE b.wallet = w.address), 0),
                (SELECT count(*) FROM transfer t WHERE t.wallet = w.address AND t.kind = 'DUST')
            FROM wallet w WHERE true
            ON CONFLICT (wallet) DO UPDATE SET total = excluded.total, dust = excluded.dust
            """;

    static final String PORTFOLIO = "SELECT wallet, total, dust FROM portfolio ORDER BY wallet";

    private LedgerSql() {}
}
