package dev.baton.postgres;

/** The statements about limit keys. Each step from key to key is one down an index, whatever waits under a key. */
final class LimitKeySql {

    private LimitKeySql() {}

    /** The next keys of some queues of which something is ready. */
    static final String NEXT = """
            WITH RECURSIVE line AS (
                SELECT q.n, q.until, p.queue, 1 AS seen
                FROM unnest(:afters::text[], :ends::text[]) WITH ORDINALITY AS q (after, until, n)
                CROSS JOIN LATERAL (
                    SELECT queue FROM baton_pending
                    WHERE ready AND queue > q.after AND queue < q.until ORDER BY queue LIMIT 1) p
                UNION ALL
                SELECT line.n, line.until, p.queue, line.seen + 1
                FROM line
                CROSS JOIN LATERAL (
                    SELECT queue FROM baton_pending
                    WHERE ready AND queue > line.queue AND queue < line.until ORDER BY queue LIMIT 1) p
                WHERE line.seen < :most)
            SELECT n, queue FROM line ORDER BY n, seen
            """;

    /** Those of these jobs. */
    static final String NAMED = """
            SELECT DISTINCT q.n, p.queue
            FROM unnest(:afters::text[], :ends::text[]) WITH ORDINALITY AS q (after, until, n)
            CROSS JOIN unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT queue FROM baton_pending WHERE id = wanted.id OFFSET 0) p
            WHERE p.queue > q.after COLLATE "C" AND p.queue < q.until COLLATE "C" ORDER BY q.n, p.queue
            """;

    /** What is used of keys; of one that somebody else has in hand, as it was before. */
    static final String VIEW = """
            SELECT l.kind, l.name, w.key, l.at_once, l.tokens, l.period, l.burst, k.place IS NOT NULL AS there,
                k.tokens AS by_tokens, k.period AS by_period, k.burst AS by_burst, k.parts AS left_parts, k.filled_at AS left_at, (
                    SELECT count(*) FROM baton_limit_key_slot s
                    CROSS JOIN LATERAL (SELECT fence FROM baton_running WHERE id = s.job OFFSET 0) r
                    WHERE s.kind = w.kind AND s.name = w.name AND s.key = w.key AND r.fence = s.fence) AS in_use
            FROM unnest(:kinds::text[], :names::text[], :keys::text[]) AS w (kind, name, key)
            CROSS JOIN LATERAL (
                SELECT * FROM baton_limit_each WHERE kind = w.kind AND name = w.name OFFSET 0) l
            LEFT JOIN LATERAL (
                SELECT ctid AS place, * FROM baton_limit_key
                WHERE kind = w.kind AND name = w.name AND key = w.key OFFSET 0) k ON true
            """;

    /** In the order in which they are given, as everybody else does it: so those who make the same rows wait in no circle. */
    static final String MAKE = """
            INSERT INTO baton_limit_key (kind, name, key, parts, filled_at, full_at)
            SELECT w.kind, w.name, w.key, 0, :now, :now
            FROM unnest(:kinds::text[], :names::text[], :keys::text[]) WITH ORDINALITY AS w (kind, name, key, n)
            ORDER BY w.n
            ON CONFLICT (kind, name, key) DO NOTHING
            """;

    /** Those for which nobody else claims at this moment. */
    static final String IN_HAND = """
            SELECT w.kind, w.name, w.key
            FROM unnest(:kinds::text[], :names::text[], :keys::text[]) AS w (kind, name, key)
            CROSS JOIN LATERAL (
                SELECT 1 FROM baton_limit_key
                WHERE kind = w.kind AND name = w.name AND key = w.key FOR UPDATE SKIP LOCKED) k
            """;

    /** What is left of their rates, and who counts for them from now on; those that no longer do are removed. */
    static final String USE = """
            WITH used AS MATERIALIZED (
                SELECT k.place, w.*
                FROM unnest(:kinds::text[], :names::text[], :keys::text[], :tokens::int[], :periods::bigint[], :bursts::int[],
                        :parts::bigint[], :filled::bigint[], :full::bigint[])
                    AS w (kind, name, key, tokens, period, burst, parts, filled_at, full_at)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place FROM baton_limit_key
                    WHERE kind = w.kind AND name = w.name AND key = w.key OFFSET 0) k),
            left_over AS (
                UPDATE baton_limit_key k SET tokens = nullif(used.tokens, 0), period = nullif(used.period, 0),
                    burst = nullif(used.burst, 0), parts = used.parts, filled_at = used.filled_at, full_at = used.full_at
                FROM used WHERE k.ctid = ANY (ARRAY (SELECT place FROM used)) AND k.ctid = used.place),
            over AS (
                DELETE FROM baton_limit_key_slot WHERE ctid = ANY (ARRAY (
                    SELECT s.place FROM used
                    CROSS JOIN LATERAL (
                        SELECT ctid AS place, job, fence FROM baton_limit_key_slot
                        WHERE kind = used.kind AND name = used.name AND key = used.key OFFSET 0) s
                    WHERE (SELECT fence FROM baton_running WHERE id = s.job) IS DISTINCT FROM s.fence)))
            INSERT INTO baton_limit_key_slot (kind, name, key, job, fence)
            SELECT * FROM unnest(:slot_kinds::text[], :slot_names::text[], :slot_keys::text[], :jobs::uuid[], :fences::bigint[])
            """;

    /** Keys that have been unused for so long that their rows say nothing any more, unless jobs of theirs still run. */
    static final String IDLE = """
            SELECT kind, name, key FROM baton_limit_key WHERE full_at < :before
            ORDER BY full_at LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    static final String IDLE_SLOTS = """
            DELETE FROM baton_limit_key_slot WHERE ctid = ANY (ARRAY (
                SELECT s.place FROM unnest(:kinds::text[], :names::text[], :keys::text[]) AS w (kind, name, key)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place, job, fence FROM baton_limit_key_slot
                    WHERE kind = w.kind AND name = w.name AND key = w.key OFFSET 0) s
                WHERE (SELECT fence FROM baton_running WHERE id = s.job) IS DISTINCT FROM s.fence))
            """;

    /** Those of which somebody still runs are looked at again later. */
    static final String FORGET = """
            WITH idle AS MATERIALIZED (
                SELECT k.place, s.used
                FROM unnest(:kinds::text[], :names::text[], :keys::text[]) AS w (kind, name, key)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place FROM baton_limit_key
                    WHERE kind = w.kind AND name = w.name AND key = w.key OFFSET 0) k
                CROSS JOIN LATERAL (
                    SELECT EXISTS (SELECT 1 FROM baton_limit_key_slot
                        WHERE kind = w.kind AND name = w.name AND key = w.key) AS used) s),
            gone AS (
                DELETE FROM baton_limit_key WHERE ctid = ANY (ARRAY (SELECT place FROM idle WHERE NOT used)))
            UPDATE baton_limit_key SET full_at = :now WHERE ctid = ANY (ARRAY (SELECT place FROM idle WHERE used))
            """;

    static final String ADD = """
            INSERT INTO baton_limit_each (kind, name, at_once, tokens, period, burst, parts, filled_at, declared)
            VALUES (:kind, :name, :at_once, :tokens, :period, :burst, :parts, :filled_at, :declared)
            ON CONFLICT (kind, name) DO NOTHING
            """;

    static final String LOCK = """
            SELECT kind, name, at_once, tokens, period, burst, parts, filled_at, declared, 0 AS in_use FROM baton_limit_each
            WHERE kind = :kind AND name = :name FOR UPDATE
            """;

    static final String CHANGE = """
            UPDATE baton_limit_each SET at_once = :at_once, tokens = :tokens, period = :period, burst = :burst, parts = :parts,
                filled_at = :filled_at, declared = :declared
            WHERE kind = :kind AND name = :name
            """;

    static final String ALL = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared, (
                SELECT count(*) FROM baton_limit_key_slot s
                CROSS JOIN LATERAL (SELECT fence FROM baton_running WHERE id = s.job OFFSET 0) r
                WHERE s.kind = l.kind AND s.name = l.name AND r.fence = s.fence) AS in_use
            FROM baton_limit_each l
            """;
}
