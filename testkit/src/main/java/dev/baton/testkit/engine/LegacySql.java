package dev.baton.testkit.engine;

/** The old queue table of the conductor, as it was before there were jobs. */
final class LegacySql {

    private LegacySql() {}

    static final String CREATE = """
            CREATE TABLE %s (id INTEGER PRIMARY KEY, block_number BIGINT NOT NULL, log_index INTEGER NOT NULL,
                tx_hash TEXT NOT NULL, event_data TEXT NOT NULL, processed INTEGER NOT NULL DEFAULT 0)
            """;

    static final String INSERT = """
            INSERT INTO %s (id, block_number, log_index, tx_hash, event_data, processed) VALUES (?, ?, ?, ?, ?, ?)
            """;

    static final String OLDEST = """
            SELECT id, log_index, tx_hash, event_data FROM %s WHERE processed = 0
            ORDER BY block_number, log_index, id LIMIT ?
            """;

    static final String MARK = """
            UPDATE %s SET processed = 1 WHERE id = ? AND processed = 0
            """;

    static final String OPEN = """
            SELECT count(*) FROM %s WHERE processed = 0
            """;

    static final String REPAIR = """
            UPDATE %s SET event_data = ? WHERE id = ?
            """;
}
