package dev.baton.outbox;

/** What is asked of an old table {@code payment_outbox}, in words that every database understands. */
final class LegacyOutboxSql {

    private LegacyOutboxSql() {}

    /** What is not imported, whatever else its state may be, from a row on. */
    static final String OLDEST = """
            SELECT CAST(instruction_id AS text) AS instruction_id, CAST(idempotency_key AS text) AS idempotency_key,
                participant_id, sequence_id, rail_type, CAST(payload AS text) AS payload, status
            FROM payment_outbox WHERE (participant_id, sequence_id) >= (?, ?) AND status <> 'IMPORTED'
            ORDER BY participant_id, sequence_id LIMIT ?
            """;

    static final String MARK = """
            UPDATE payment_outbox SET status = 'IMPORTED' WHERE participant_id = ? AND sequence_id = ? AND status = ?
            """;

    /** Nobody can add a row to it from here on, and what is there can be counted. */
    static final String PUT_ASIDE = """
            ALTER TABLE payment_outbox RENAME TO payment_outbox_dropped
            """;

    static final String REMAINING = """
            SELECT count(*) AS remaining FROM payment_outbox_dropped WHERE coalesce(status, '') <> 'IMPORTED'
            """;

    static final String DROP = """
            DROP TABLE payment_outbox_dropped
            """;
}
