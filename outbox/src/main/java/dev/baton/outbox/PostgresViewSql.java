package dev.baton.outbox;

/** The views of the outbox on PostgreSQL. Where our tables are stands for {@code {in}}. */
final class PostgresViewSql {

    private PostgresViewSql() {}

    /** By their queues, from the two indexes of what waits, so that jobs of others are not read. */
    static final String PENDING = """
            CREATE VIEW payment_outbox_pending AS
            SELECT j.id AS outbox_id,
                coalesce(split_part(j.key, '/', 1), nullif(j.payload, '')::jsonb #>> '{instruction,id}') AS instruction_id,
                substr(j.lane, 8) AS participant_id,
                j.seq AS sequence_id,
                coalesce(split_part(j.key, '/', 2), nullif(j.payload, '')::jsonb #>> '{instruction,key}') AS idempotency_key,
                substr(j.queue, 8) AS rail_type,
                nullif(j.payload, '')::jsonb AS payload,
                p.attempts AS attempt_count,
                timestamptz 'epoch' + p.due_at * interval '1 microsecond' AS next_attempt_at,
                timestamptz 'epoch' + j.created_at * interval '1 microsecond' AS created_at
            FROM (
                SELECT id, attempts, due_at FROM {in}baton_pending
                WHERE ready AND queue >= 'outbox.' AND queue < 'outbox/' AND type = 'outbox.payment'
                UNION ALL
                SELECT id, attempts, due_at FROM {in}baton_pending
                WHERE NOT ready AND queue >= 'outbox.' AND queue < 'outbox/' AND type = 'outbox.payment') p
            JOIN {in}baton_job j ON j.id = p.id
            """;

    /** What has ended, and what runs. An attempt has one id from its claim to its end, and what people did is no attempt. */
    static final String ATTEMPTS = """
            CREATE VIEW payment_outbox_attempts AS
            SELECT j.id || '/' || a.fence AS attempt_id,
                j.id AS outbox_id,
                coalesce(split_part(j.key, '/', 1), nullif(j.payload, '')::jsonb #>> '{instruction,id}') AS instruction_id,
                substr(j.lane, 8) AS participant_id,
                j.seq AS sequence_id,
                coalesce(split_part(j.key, '/', 2), nullif(j.payload, '')::jsonb #>> '{instruction,key}') AS idempotency_key,
                substr(j.queue, 8) AS rail_type,
                nullif(j.payload, '')::jsonb AS payload,
                a.number AS attempt_no,
                CASE a.kind WHEN 'OPEN' THEN 'DISPATCHING' WHEN 'DONE' THEN 'DISPATCHED' WHEN 'DEAD' THEN 'FAILED'
                    WHEN 'CANCELLED' THEN 'FAILED' WHEN 'ORPHANED' THEN 'ZOMBIE_REQUEUE' ELSE 'RETRYABLE' END AS state,
                timestamptz 'epoch' + a.claimed_at * interval '1 microsecond' AS claimed_at,
                timestamptz 'epoch' + a.ended_at * interval '1 microsecond' AS completed_at,
                a.facts::jsonb ->> 'rail_reference' AS rail_reference,
                a.facts::jsonb ->> 'rail_code' AS rail_code,
                CASE WHEN a.kind IN ('OPEN', 'DONE') THEN NULL WHEN a.kind = 'ORPHANED' THEN 'ZOMBIE_REQUEUE'
                    WHEN a.kind IN ('FAILED', 'DEAD', 'CANCELLED', 'SNOOZED', 'RELEASED') THEN coalesce(nullif(a.code, ''), a.kind)
                    ELSE 'OUTCOME_UNKNOWN' END AS error_code,
                CASE WHEN a.kind IN ('OPEN', 'DONE') THEN NULL
                    WHEN a.kind IN ('FAILED', 'DEAD', 'CANCELLED', 'SNOOZED', 'RELEASED', 'ORPHANED') THEN nullif(a.message, '')
                    ELSE concat_ws(': ', nullif(a.code, ''), nullif(a.message, '')) END AS error_message,
                (a.facts::jsonb ->> 'latency_ms')::bigint AS latency_ms,
                timestamptz 'epoch' + a.claimed_at * interval '1 microsecond' AS created_at,
                a.node AS worker_id
            FROM {in}baton_job j
            CROSS JOIN LATERAL (
                SELECT number, fence, node, kind, code, message, facts, claimed_at, ended_at FROM {in}baton_attempt
                WHERE job = j.id AND fence > 0
                UNION ALL
                SELECT attempts, fence, node, 'OPEN', '', '', NULL, claimed_at, NULL FROM {in}baton_running
                WHERE id = j.id) a
            WHERE j.type = 'outbox.payment'
            """;

    /** What there is under these names where the connection makes its views. */
    static final String FOUND = """
            SELECT c.relname AS name, c.relkind = 'v' AS ours FROM pg_class c
            WHERE c.relnamespace = current_schema()::regnamespace
                AND c.relname IN ('payment_outbox_pending', 'payment_outbox_attempts')
            """;
}
