package dev.baton.sqlite;

/**
 * The statements about lanes. Each looks at single rows, or at the ends of ranges, of an index: none costs more for a long lane, or
 * for what is passed over in it.
 */
final class LaneSql {

    private LaneSql() {}

    /** Of each of these the number after all others; and whether it would be ready at once, looked at in the order in which it is mostly not. */
    static final String NUMBERS_NEXT = """
            SELECT wanted.value AS lane,
                1 + max(
                    coalesce((SELECT floor FROM baton_lane WHERE name = wanted.value), 0),
                    coalesce((SELECT seq FROM baton_job WHERE lane = wanted.value ORDER BY seq DESC LIMIT 1), 0)) AS next,
                CASE
                    WHEN EXISTS (SELECT 1 FROM baton_pending WHERE lane = wanted.value) THEN 0
                    WHEN EXISTS (SELECT 1 FROM baton_running WHERE lane = wanted.value) THEN 0
                    WHEN EXISTS (SELECT 1 FROM baton_parked WHERE lane = wanted.value AND blocks = 1) THEN 0
                    WHEN EXISTS (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = wanted.value) THEN 0
                    ELSE 1
                END AS open
            FROM json_each(:lanes) wanted
            """;

    /** Who is to be ready, and who is. */
    static final String HEADS = """
            SELECT
                (SELECT p.id FROM baton_pending p
                    WHERE p.id = (SELECT id FROM baton_pending WHERE lane = :lane ORDER BY seq LIMIT 1)
                        AND p.behind = 0
                        AND NOT EXISTS (SELECT 1 FROM baton_running WHERE lane = :lane)
                        AND NOT EXISTS (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = :lane)
                        AND NOT EXISTS (SELECT 1 FROM baton_parked WHERE lane = :lane AND blocks = 1 AND seq < p.seq)
                ) AS first,
                (SELECT id FROM baton_pending WHERE lane = :lane AND ready = 1) AS ready
            """;

    static final String READY = """
            UPDATE baton_pending SET ready = :ready WHERE id = :id
            """;

    /** As who {@link #HEADS} says is to be, where nobody is: one of the lane ran until now. */
    static final String READY_NEXT = """
            UPDATE baton_pending SET ready = 1
            WHERE id = (SELECT id FROM baton_pending WHERE lane = :lane ORDER BY seq LIMIT 1)
                AND behind = 0
                AND NOT EXISTS (SELECT 1 FROM baton_running WHERE lane = :lane)
                AND NOT EXISTS (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = :lane)
                AND NOT EXISTS (
                    SELECT 1 FROM baton_parked k WHERE k.lane = :lane AND k.blocks = 1 AND k.seq < baton_pending.seq)
            """;

    // Jobs that a lane only numbers do not stand in it: they have their numbers there, and no lane. Those that were
    // found when their lane
    // was off are set aside under a name that no lane can have, as it begins with a control character.

    static final String SET_ASIDE = """
            UPDATE baton_pending SET ready = 0, lane = char(1) || :lane WHERE id = :id
            """;

    static final String TAKE_UP = """
            UPDATE baton_pending SET ready = 1, lane = NULL WHERE lane = char(1) || :lane
            """;

    static final String LANE_OF = """
            SELECT lane FROM baton_pending WHERE id = :id AND lane IS NOT NULL
            """;

    // Runs.

    /** In no order. Of one that cannot go with its head only that is read. */
    static final String FOLLOWING = """
            SELECT head.id AS head, p.id, p.lane, p.seq, p.lane AS numbered_in, 0 AS off, p.due_at, p.attempts, p.failures, p.lost,
                p.doubt, p.cancel_wanted, j.id IS NOT NULL AS goes, j.payload, j.sha256, j.label,
                (SELECT c.json FROM baton_checkpoint c WHERE c.job = j.id) AS checkpoint
            FROM json_each(:heads) wanted
            CROSS JOIN baton_pending head ON head.id = unhex(wanted.value, '-')
            CROSS JOIN baton_pending p ON p.lane = head.lane AND p.seq IN (
                SELECT seq FROM baton_pending WHERE lane = head.lane AND seq > head.seq ORDER BY seq LIMIT 0 + :limit)
            LEFT JOIN baton_job j ON j.id = p.id AND p.queue = head.queue AND p.type = head.type AND p.version = head.version
                AND p.due_at <= :now AND p.behind = 0 AND p.failures = 0 AND p.lost = 0 AND p.doubt = 0
            WHERE NOT EXISTS (
                SELECT 1 FROM baton_parked WHERE lane = head.lane AND blocks = 1 AND seq > head.seq AND seq < p.seq)
            """;

    static final String STANDS_BETWEEN = """
            SELECT 1 AS yes FROM baton_pending WHERE lane = :lane AND seq >= :first AND seq < :seq
            UNION ALL SELECT 1 FROM baton_running WHERE lane = :lane AND seq >= :first AND seq < :seq
            UNION ALL SELECT 1 FROM baton_parked WHERE lane = :lane AND blocks = 1 AND seq >= :first AND seq < :seq
            LIMIT 1
            """;

    /**
     * Archives one that is done and has nothing to say, if that is all there is to do: it has no key and no evidence, none before it of its run
     * stands, and one behind it runs, so that nobody becomes ready; or it has no lane.
     */
    static final String DONE_AND_NO_MORE = """
            INSERT INTO baton_attempt
                (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable, witnessed)
            SELECT r.id, r.attempts, r.fence, r.node, 'DONE', '', '', NULL, NULL, r.claimed_at, :now, 1, 0
            FROM baton_running r
            WHERE r.id = :id AND r.fence = :fence
                AND (r.lane IS NULL OR EXISTS (SELECT 1 FROM baton_running WHERE lane = r.lane AND seq > r.seq))
                AND NOT EXISTS (SELECT 1 FROM baton_pending WHERE lane = r.lane AND seq >= r.run_head AND seq < r.seq)
                AND NOT EXISTS (SELECT 1 FROM baton_running WHERE lane = r.lane AND seq >= r.run_head AND seq < r.seq)
                AND NOT EXISTS (
                    SELECT 1 FROM baton_parked WHERE lane = r.lane AND blocks = 1 AND seq >= r.run_head AND seq < r.seq)
                AND NOT EXISTS (
                    SELECT 1 FROM baton_job INDEXED BY baton_job_keyed WHERE id = r.id AND key_scope IS NOT NULL)
                AND NOT EXISTS (
                    SELECT 1 FROM baton_job INDEXED BY baton_job_witnessed WHERE id = r.id AND witnessed = 1)
            """;

    // Who is in the way.

    static final String FIRST_RUNNING = """
            SELECT id, seq FROM baton_running WHERE lane = :lane ORDER BY seq LIMIT 1
            """;

    static final String FIRST_PENDING = """
            SELECT id, seq FROM baton_pending WHERE lane = :lane AND seq < :seq ORDER BY seq LIMIT 1
            """;

    static final String FIRST_BLOCKING = """
            SELECT id, seq FROM baton_parked WHERE lane = :lane AND blocks = 1 AND seq < :seq ORDER BY seq LIMIT 1
            """;

    // What is left of a lane whose jobs were pruned.

    static final String FLOOR_RAISE = """
            INSERT INTO baton_lane (name, floor) SELECT lane, seq FROM baton_job WHERE id = :job AND lane IS NOT NULL
            ON CONFLICT (name) DO UPDATE SET floor = max(floor, excluded.floor)
            """;
}
