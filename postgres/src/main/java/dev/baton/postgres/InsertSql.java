package dev.baton.postgres;

/** The statements that add jobs. */
final class InsertSql {

    private InsertSql() {}

    static final String ORIGINS = """
            SELECT j.id, j.lane, j.seq, j.created_at, j.version, j.sha256
            FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT * FROM baton_job WHERE id = wanted.id OFFSET 0) j
            """;

    /** Adds jobs and a place for each. Whom somebody else was adding at that moment stands for itself. */
    static final String ADD = """
            WITH new AS MATERIALIZED (
                SELECT * FROM unnest(:ids::uuid[], :queues::text[], :types::text[], :versions::int[], :lanes::text[],
                    :seqs::bigint[], :replaces::uuid[], :payloads::text[], :hashes::text[], :labels::text[], :priorities::int[],
                    :key_scopes::text[], :keys::text[], :dues::bigint[], :readies::bool[], :behinds::bool[],
                    :witnesseds::bool[], :in_lanes::bool[])
                    AS n (id, queue, type, version, lane, seq, replaces, payload, sha256, label, priority, key_scope, key,
                        due_at, ready, behind, witnessed, in_lane)),
            added AS (
                INSERT INTO baton_job (id, queue, type, version, lane, seq, replaces,
                    payload, sha256, label, priority, created_at, key_scope, key, witnessed)
                SELECT id, queue, type, version, lane, seq, replaces, payload, sha256, label, priority, :now, key_scope, key,
                    witnessed
                FROM new
                ON CONFLICT (id) DO NOTHING
                RETURNING id),
            placed AS (
                INSERT INTO baton_pending (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                    attempts, failures, lost, cancel_wanted, doubt)
                SELECT id, queue, type, version, CASE WHEN in_lane THEN lane END, seq, priority, due_at, ready, behind, false,
                    0, 0, 0, false, 0
                FROM new JOIN added USING (id))
            SELECT id FROM added
            """;

    static final String PENDING_DELETE = """
            DELETE FROM baton_pending WHERE id = ANY (:ids::uuid[])
            """;

    static final String PENDING_INSERT = """
            INSERT INTO baton_pending (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                attempts, failures, lost, cancel_wanted, doubt)
            SELECT id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                attempts, failures, lost, cancel_wanted, doubt
            FROM unnest(:ids::uuid[], :queues::text[], :types::text[], :versions::int[], :lanes::text[], :seqs::bigint[],
                    :priorities::int[], :dues::bigint[], :readies::bool[], :behinds::bool[], :retryings::bool[],
                    :attempts::int[], :failures::int[], :losts::int[], :cancels::bool[], :doubts::bigint[])
                AS new (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                    attempts, failures, lost, cancel_wanted, doubt)
            """;
}
