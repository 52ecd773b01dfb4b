package dev.baton.outbox;

/** The views of the outbox in a SQLite file. Ids are text there, and times ISO 8601 in UTC, down to microseconds. */
final class SqliteViewSql {

    private SqliteViewSql() {}

    /** By their queues, from the two indexes of what waits, so that jobs of others are not read. */
    static final String PENDING = """
            CREATE VIEW payment_outbox_pending AS
            SELECT lower(substr(hex(j.id), 1, 8) || '-' || substr(hex(j.id), 9, 4) || '-' || substr(hex(j.id), 13, 4) || '-'
                    || substr(hex(j.id), 17, 4) || '-' || substr(hex(j.id), 21)) AS outbox_id,
                coalesce(substr(j.key, 1, instr(j.key, '/') - 1), nullif(j.payload, '') ->> '$.instruction.id') AS instruction_id,
                substr(j.lane, 8) AS participant_id,
                j.seq AS sequence_id,
                coalesce(substr(j.key, instr(j.key, '/') + 1), nullif(j.payload, '') ->> '$.instruction.key') AS idempotency_key,
                substr(j.queue, 8) AS rail_type,
                nullif(j.payload, '') AS payload,
                p.attempts AS attempt_count,
                strftime('%Y-%m-%dT%H:%M:%S', p.due_at / 1000000, 'unixepoch')
                    || printf('.%06dZ', p.due_at % 1000000) AS next_attempt_at,
                strftime('%Y-%m-%dT%H:%M:%S', j.created_at / 1000000, 'unixepoch')
                    || printf('.%06dZ', j.created_at % 1000000) AS created_at
            FROM (
                SELECT id, attempts, due_at FROM baton_pending
                WHERE ready = 1 AND queue >= 'outbox.' AND queue < 'outbox/' AND type = 'outbox.payment'
                UNION ALL
                SELECT id, attempts, due_at FROM baton_pending
                WHERE ready = 0 AND queue >= 'outbox.' AND queue < 'outbox/' AND type = 'outbox.payment') p
            CROSS JOIN baton_job j ON j.id = p.id
            """;

    /** What has ended, and what runs. An attempt has one id from its claim to its end, and what people did is no attempt. */
    static final String ATTEMPTS = """
            CREATE VIEW payment_outbox_attempts AS
            SELECT a.outbox_id || '/' || a.fence AS attempt_id,
                a.outbox_id,
                coalesce(substr(a.key, 1, instr(a.key, '/') - 1), a.payload ->> '$.instruction.id') AS instruction_id,
                a.participant_id,
                a.sequence_id,
                coalesce(substr(a.key, instr(a.key, '/') + 1), a.payload ->> '$.instruction.key') AS idempotency_key,
                a.rail_type,
                a.payload,
                a.number AS attempt_no,
                CASE a.kind WHEN 'OPEN' THEN 'DISPATCHING' WHEN 'DONE' THEN 'DISPATCHED' WHEN 'DEAD' THEN 'FAILED'
                    WHEN 'CANCELLED' THEN 'FAILED' WHEN 'ORPHANED' THEN 'ZOMBIE_REQUEUE' ELSE 'RETRYABLE' END AS state,
                strftime('%Y-%m-%dT%H:%M:%S', a.claimed_at / 1000000, 'unixepoch')
                    || printf('.%06dZ', a.claimed_at % 1000000) AS claimed_at,
                strftime('%Y-%m-%dT%H:%M:%S', a.ended_at / 1000000, 'unixepoch')
                    || printf('.%06dZ', a.ended_at % 1000000) AS completed_at,
                a.facts ->> '$.rail_reference' AS rail_reference,
                a.facts ->> '$.rail_code' AS rail_code,
                CASE WHEN a.kind IN ('OPEN', 'DONE') THEN NULL WHEN a.kind = 'ORPHANED' THEN 'ZOMBIE_REQUEUE'
                    WHEN a.kind IN ('FAILED', 'DEAD', 'CANCELLED', 'SNOOZED', 'RELEASED') THEN coalesce(nullif(a.code, ''), a.kind)
                    ELSE 'OUTCOME_UNKNOWN' END AS error_code,
                CASE WHEN a.kind IN ('OPEN', 'DONE') THEN NULL
                    WHEN a.kind IN ('FAILED', 'DEAD', 'CANCELLED', 'SNOOZED', 'RELEASED', 'ORPHANED') THEN nullif(a.message, '')
                    ELSE a.code || CASE WHEN a.message = '' THEN '' ELSE ': ' || a.message END END AS error_message,
                a.facts ->> '$.latency_ms' AS latency_ms,
                strftime('%Y-%m-%dT%H:%M:%S', a.claimed_at / 1000000, 'unixepoch')
                    || printf('.%06dZ', a.claimed_at % 1000000) AS created_at,
                lower(substr(hex(a.node), 1, 8) || '-' || substr(hex(a.node), 9, 4) || '-' || substr(hex(a.node), 13, 4) || '-'
                    || substr(hex(a.node), 17, 4) || '-' || substr(hex(a.node), 21)) AS worker_id
            FROM (
                SELECT lower(substr(hex(j.id), 1, 8) || '-' || substr(hex(j.id), 9, 4) || '-' || substr(hex(j.id), 13, 4) || '-'
                        || substr(hex(j.id), 17, 4) || '-' || substr(hex(j.id), 21)) AS outbox_id,
                    j.key, substr(j.lane, 8) AS participant_id, j.seq AS sequence_id, substr(j.queue, 8) AS rail_type,
                    nullif(j.payload, '') AS payload, e.number, e.fence, e.node, e.kind, e.code, e.message, e.facts,
                    e.claimed_at, e.ended_at
                FROM baton_job j CROSS JOIN baton_attempt e ON e.job = j.id AND e.fence > 0
                WHERE j.type = 'outbox.payment'
                UNION ALL
                SELECT lower(substr(hex(j.id), 1, 8) || '-' || substr(hex(j.id), 9, 4) || '-' || substr(hex(j.id), 13, 4) || '-'
                        || substr(hex(j.id), 17, 4) || '-' || substr(hex(j.id), 21)) AS outbox_id,
                    j.key, substr(j.lane, 8) AS participant_id, j.seq AS sequence_id, substr(j.queue, 8) AS rail_type,
                    nullif(j.payload, '') AS payload, r.attempts, r.fence, r.node, 'OPEN', '', '', NULL, r.claimed_at, NULL
                FROM baton_running r CROSS JOIN baton_job j ON j.id = r.id
                WHERE j.type = 'outbox.payment') a
            """;

    /** What there is under these names. */
    static final String FOUND = """
            SELECT name, type = 'view' AS ours FROM sqlite_master
            WHERE name IN ('payment_outbox_pending', 'payment_outbox_attempts') AND type IN ('table', 'view')
            """;
}
