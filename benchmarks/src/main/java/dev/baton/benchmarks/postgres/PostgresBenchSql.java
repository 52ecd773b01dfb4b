package dev.baton.benchmarks.postgres;

/** The statements of the baselines, as somebody writes them who has no engine; and those that look on from outside. */
final class PostgresBenchSql {

    private PostgresBenchSql() {}

    // The raw limit: the store's own tables, and one statement for each transaction.

    static final String ADD = """
            WITH new AS MATERIALIZED (
                SELECT id, payload, lane, seq, ?::bigint AS now
                FROM unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[]) AS n (id, payload, lane, seq)),
            job AS (
                INSERT INTO baton_job (id, queue, type, version, lane, seq, payload, sha256, label, priority, created_at)
                SELECT id, 'default', 'bench.plain', 1, lane, seq, payload, ?, 'bench.plain', 0, now FROM new)
            INSERT INTO baton_pending (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                attempts, failures, lost, cancel_wanted, doubt)
            SELECT id, 'default', 'bench.plain', 1, lane, seq, 0, now, lane IS NULL, false, false, 0, 0, 0, false, 0 FROM new
            """;

    static final String CLAIM = """
            WITH taken AS (
                DELETE FROM baton_pending WHERE id = ANY (ARRAY (
                    SELECT id FROM baton_pending
                    WHERE queue = 'default' AND type = 'bench.plain' AND version = 1 AND ready AND priority = 0 AND due_at <= ?
                    ORDER BY due_at, id LIMIT ? FOR UPDATE SKIP LOCKED))
                RETURNING id),
            moved AS (
                INSERT INTO baton_running (id, node, fence, claimed_at, queue, type, version, priority, run_head,
                    attempts, failures, lost, limit_attempts, limit_losses, crash, parked_head, cancel_wanted, doubt)
                SELECT id, '00000000-0000-0000-0000-000000000001', 1, ?, 'default', 'bench.plain', 1, 0, 0,
                    1, 0, 0, 5, 3, 'RERUN', 'BLOCKS', false, 0 FROM taken)
            SELECT t.id, j.payload FROM taken t
            CROSS JOIN LATERAL (SELECT payload FROM baton_job WHERE id = t.id OFFSET 0) j
            """;

    static final String END = """
            WITH gone AS (DELETE FROM baton_running WHERE id = ANY (?::uuid[]) RETURNING id, claimed_at)
            INSERT INTO baton_attempt (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
            SELECT id, 1, 1, 'DONE', '', '', NULL, claimed_at, ?, true FROM gone
            """;

    static final String DUE = """
            SELECT p.id, j.payload FROM baton_pending p JOIN baton_job j ON j.id = p.id
            WHERE p.queue = 'default' AND p.type = 'bench.plain' AND p.version = 1 AND p.ready AND p.priority = 0
                AND p.due_at <= ?
            ORDER BY p.due_at, p.id LIMIT ?
            """;

    /** What a loop over a lane does next. */
    static final String NEXT_OF_LANE = """
            SELECT p.id, j.payload FROM baton_pending p JOIN baton_job j ON j.id = p.id
            WHERE p.lane = ? ORDER BY p.seq LIMIT 1
            """;

    static final String END_UNCLAIMED = """
            WITH gone AS (DELETE FROM baton_pending WHERE id = ? RETURNING id)
            INSERT INTO baton_attempt (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
            SELECT id, 1, 1, 'DONE', '', '', NULL, ?, ?, true FROM gone
            """;

    // The naive queue: a table with a state, and a transaction for everything.

    static final String NAIVE_JOBS = """
            CREATE TABLE naive_job (
                id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                state   text   NOT NULL,
                run_at  bigint NOT NULL,
                payload text   NOT NULL
            )
            """;

    static final String NAIVE_INDEX = """
            CREATE INDEX naive_job_state ON naive_job (state, run_at)
            """;

    static final String NAIVE_ATTEMPTS = """
            CREATE TABLE naive_attempt (
                id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                job      bigint NOT NULL,
                outcome  text   NOT NULL,
                ended_at bigint NOT NULL
            )
            """;

    // The past.

    /** Jobs that were done within the last hours, in the order in which they were enqueued, as ids are made. */
    static final String PAST_JOBS = """
            INSERT INTO baton_job (id, queue, type, version, lane, seq, payload, sha256, label, priority, created_at)
            SELECT (lpad(to_hex(?::bigint / 1000 + n), 12, '0') || '70008000000000000000')::uuid, 'default', 'bench.past', 1,
                NULL, NULL, ?, ?, 'bench.past', 0, ?::bigint + n * 1000
            FROM generate_series(?::bigint, ?::bigint - 1) AS past (n)
            """;

    static final String PAST_ATTEMPTS = """
            INSERT INTO baton_attempt (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
            SELECT (lpad(to_hex(?::bigint / 1000 + n), 12, '0') || '70008000000000000000')::uuid, 1, 1, 'DONE', '', '', NULL,
                ?::bigint + n * 1000, ?::bigint + n * 1000, true
            FROM generate_series(?::bigint, ?::bigint - 1) AS past (n)
            """;

    /** What autovacuum would do sooner or later, in the middle of a measurement. */
    static final String VACUUM = """
            VACUUM (ANALYZE) baton_job, baton_attempt
            """;

    // From outside.

    /** By indexes, which forget what is dead after the first look. */
    static final String STANDING = """
            SELECT (SELECT 1 FROM baton_pending WHERE ready ORDER BY queue, type, version, priority DESC, due_at, id LIMIT 1) IS NOT NULL
                OR (SELECT 1 FROM baton_pending WHERE NOT ready ORDER BY queue, type, version, id LIMIT 1) IS NOT NULL
                OR (SELECT 1 FROM baton_running ORDER BY node LIMIT 1) IS NOT NULL AS standing
            """;

    static final String VERSION = """
            SELECT current_setting('server_version') AS version
            """;

    /** All that is not as it comes, and what says whether commits wait for the disk. */
    static final String SETTINGS = """
            SELECT name, current_setting(name) AS value FROM pg_settings
            WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'shared_buffers', 'max_wal_size',
                'autovacuum', 'max_connections')
            ORDER BY name
            """;

    static String makeSchema(String name) {
        return "CREATE SCHEMA " + name;
    }

    static String dropSchema(String name) {
        return "DROP SCHEMA IF EXISTS " + name + " CASCADE";
    }
}
