package dev.baton.sqlite;

/** The statements about limits. Those of a claim read one limit and the jobs that count for it, which are no more than it allows twice. */
final class LimitSql {

    private LimitSql() {}

    private static final String VIEW = """
            SELECT l.kind, l.name, l.at_once, l.tokens, l.period, l.burst, l.parts, l.filled_at, l.declared,
                (SELECT count(*) FROM baton_limit_slot s CROSS JOIN baton_running r ON r.id = s.job AND r.fence = s.fence
                    WHERE s.kind = l.kind AND s.name = l.name) AS in_use
            FROM baton_limit l
            """;

    static final String FIND = VIEW + """
            WHERE l.kind = :kind AND l.name = :name
            """;

    static final String ALL = VIEW + """
            ORDER BY l.kind, l.name
            """;

    static final String ADD = """
            INSERT INTO baton_limit (kind, name, at_once, tokens, period, burst, parts, filled_at, declared)
            VALUES (:kind, :name, :at_once, :tokens, :period, :burst, :parts, :filled_at, :declared)
            """;

    static final String CHANGE = """
            UPDATE baton_limit SET at_once = :at_once, tokens = :tokens, period = :period, burst = :burst, parts = :parts,
                filled_at = :filled_at, declared = :declared
            WHERE kind = :kind AND name = :name
            """;

    static final String USE = """
            UPDATE baton_limit SET parts = :parts, filled_at = :filled_at WHERE kind = :kind AND name = :name
            """;

    static final String SLOTS_CLEAR = """
            DELETE FROM baton_limit_slot
            WHERE kind = :kind AND name = :name
                AND NOT EXISTS (SELECT 1 FROM baton_running r
                    WHERE r.id = baton_limit_slot.job AND r.fence = baton_limit_slot.fence)
            """;

    static final String SLOT_ADD = """
            INSERT INTO baton_limit_slot (kind, name, job, fence) VALUES (:kind, :name, :job, :fence)
            """;
}
