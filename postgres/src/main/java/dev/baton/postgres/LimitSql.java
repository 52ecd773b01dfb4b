package dev.baton.postgres;

/** The statements about limits. Those of a claim read one limit and the jobs that count for it, which are no more than it allows twice. */
final class LimitSql {

    private LimitSql() {}

    /** Those of the limits under which nobody else claims at this moment. */
    static final String IN_HAND = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared, 0 AS in_use
            FROM unnest(:kinds::text[], :names::text[]) AS w (kind, name)
            CROSS JOIN LATERAL (
                SELECT * FROM baton_limit WHERE kind = w.kind AND name = w.name FOR UPDATE SKIP LOCKED) l
            """;

    /** Asked when the limits are in hand, and not before: so that it sees all that was claimed by those who had them. */
    static final String IN_USE = """
            SELECT w.kind, w.name, (
                SELECT count(*) FROM baton_limit_slot s
                CROSS JOIN LATERAL (SELECT fence FROM baton_running WHERE id = s.job OFFSET 0) r
                WHERE s.kind = w.kind AND s.name = w.name AND r.fence = s.fence) AS in_use
            FROM unnest(:kinds::text[], :names::text[]) AS w (kind, name)
            """;

    /** What is left of their rates, and who counts for them from now on; those that no longer do are removed. */
    static final String USE = """
            WITH used AS MATERIALIZED (
                SELECT l.place, w.kind, w.name, w.parts, w.filled_at
                FROM unnest(:kinds::text[], :names::text[], :parts::bigint[], :filled::bigint[]) AS w (kind, name, parts, filled_at)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place FROM baton_limit WHERE kind = w.kind AND name = w.name OFFSET 0) l),
            left_over AS (
                UPDATE baton_limit l SET parts = used.parts, filled_at = used.filled_at
                FROM used WHERE l.ctid = ANY (ARRAY (SELECT place FROM used)) AND l.ctid = used.place),
            over AS (
                DELETE FROM baton_limit_slot WHERE ctid = ANY (ARRAY (
                    SELECT s.place FROM used
                    CROSS JOIN LATERAL (
                        SELECT ctid AS place, job, fence FROM baton_limit_slot
                        WHERE kind = used.kind AND name = used.name OFFSET 0) s
                    WHERE (SELECT fence FROM baton_running WHERE id = s.job) IS DISTINCT FROM s.fence)))
            INSERT INTO baton_limit_slot (kind, name, job, fence)
            SELECT * FROM unnest(:slot_kinds::text[], :slot_names::text[], :jobs::uuid[], :fences::bigint[])
            """;

    static final String ADD = """
            INSERT INTO baton_limit (kind, name, at_once, tokens, period, burst, parts, filled_at, declared)
            VALUES (:kind, :name, :at_once, :tokens, :period, :burst, :parts, :filled_at, :declared)
            ON CONFLICT (kind, name) DO NOTHING
            """;

    /** Waits for who claims under it. */
    static final String LOCK = """
            SELECT kind, name, at_once, tokens, period, burst, parts, filled_at, declared, 0 AS in_use FROM baton_limit
            WHERE kind = :kind AND name = :name FOR UPDATE
            """;

    static final String CHANGE = """
            UPDATE baton_limit SET at_once = :at_once, tokens = :tokens, period = :period, burst = :burst, parts = :parts,
                filled_at = :filled_at, declared = :declared
            WHERE kind = :kind AND name = :name
            """;

    static final String ALL = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared, (
                SELECT count(*) FROM baton_limit_slot s
                CROSS JOIN LATERAL (SELECT fence FROM baton_running WHERE id = s.job OFFSET 0) r
                WHERE s.kind = l.kind AND s.name = l.name AND r.fence = s.fence) AS in_use
            FROM baton_limit l
            """;
}
