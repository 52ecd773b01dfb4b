package dev.baton.sqlite;

/** The statements about limit keys. Each step from key to key is one down an index, whatever waits under a key. */
final class LimitKeySql {

    private LimitKeySql() {}

    /** The next keys of a queue of which something is ready. */
    static final String NEXT = """
            WITH RECURSIVE line (queue, n) AS (
                SELECT (SELECT queue FROM baton_pending
                    WHERE ready = 1 AND queue > :after AND queue < :end ORDER BY queue LIMIT 1), 1
                UNION ALL
                SELECT (SELECT p.queue FROM baton_pending p
                    WHERE p.ready = 1 AND p.queue > line.queue AND p.queue < :end ORDER BY p.queue LIMIT 1), n + 1
                FROM line WHERE line.queue IS NOT NULL AND n < :most)
            SELECT queue FROM line WHERE queue IS NOT NULL
            """;

    /** Those of these jobs. */
    static final String NAMED = """
            SELECT DISTINCT p.queue FROM json_each(:ids) n CROSS JOIN baton_pending p ON p.id = unhex(n.value, '-')
            WHERE p.queue > :after AND p.queue < :end ORDER BY p.queue
            """;

    static final String VIEW = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared,
                k.tokens AS by_tokens, k.period AS by_period, k.burst AS by_burst, k.parts AS left_parts, k.filled_at AS left_at,
                (SELECT count(*) FROM baton_limit_key_slot s CROSS JOIN baton_running r ON r.id = s.job AND r.fence = s.fence
                    WHERE s.kind = l.kind AND s.name = l.name AND s.key = :key) AS in_use
            FROM baton_limit_each l
            LEFT JOIN baton_limit_key k ON k.kind = l.kind AND k.name = l.name AND k.key = :key
            WHERE l.kind = :kind AND l.name = :name
            """;

    static final String USE = """
            INSERT INTO baton_limit_key (kind, name, key, tokens, period, burst, parts, filled_at, full_at)
            VALUES (:kind, :name, :key, :tokens, :period, :burst, :parts, :filled_at, :full_at)
            ON CONFLICT (kind, name, key) DO UPDATE SET tokens = excluded.tokens, period = excluded.period,
                burst = excluded.burst, parts = excluded.parts, filled_at = excluded.filled_at, full_at = excluded.full_at
            """;

    static final String SLOTS_CLEAR = """
            DELETE FROM baton_limit_key_slot
            WHERE kind = :kind AND name = :name AND key = :key
                AND NOT EXISTS (SELECT 1 FROM baton_running r
                    WHERE r.id = baton_limit_key_slot.job AND r.fence = baton_limit_key_slot.fence)
            """;

    static final String SLOT_ADD = """
            INSERT INTO baton_limit_key_slot (kind, name, key, job, fence) VALUES (:kind, :name, :key, :job, :fence)
            """;

    /** Keys that have been unused for so long that their rows say nothing any more, unless jobs of theirs still run. */
    static final String IDLE = """
            SELECT kind, name, key FROM baton_limit_key WHERE full_at < :before ORDER BY full_at LIMIT :limit
            """;

    static final String FORGET = """
            DELETE FROM baton_limit_key
            WHERE kind = :kind AND name = :name AND key = :key
                AND NOT EXISTS (SELECT 1 FROM baton_limit_key_slot s
                    WHERE s.kind = :kind AND s.name = :name AND s.key = :key)
            """;

    static final String LOOK_LATER = """
            UPDATE baton_limit_key SET full_at = :now WHERE kind = :kind AND name = :name AND key = :key
            """;

    static final String FIND = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared,
                (SELECT count(*) FROM baton_limit_key_slot s CROSS JOIN baton_running r ON r.id = s.job AND r.fence = s.fence
                    WHERE s.kind = l.kind AND s.name = l.name) AS in_use
            FROM baton_limit_each l WHERE l.kind = :kind AND l.name = :name
            """;

    static final String ALL = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared,
                (SELECT count(*) FROM baton_limit_key_slot s CROSS JOIN baton_running r ON r.id = s.job AND r.fence = s.fence
                    WHERE s.kind = l.kind AND s.name = l.name) AS in_use
            FROM baton_limit_each l ORDER BY l.kind, l.name
            """;

    static final String ADD = """
            INSERT INTO baton_limit_each (kind, name, at_once, tokens, period, burst, parts, filled_at, declared)
            VALUES (:kind, :name, :at_once, :tokens, :period, :burst, :parts, :filled_at, :declared)
            """;

    static final String CHANGE = """
            UPDATE baton_limit_each SET at_once = :at_once, tokens = :tokens, period = :period, burst = :burst, parts = :parts,
                filled_at = :filled_at, declared = :declared
            WHERE kind = :kind AND name = :name
            """;
}
