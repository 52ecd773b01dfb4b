package dev.baton.postgres;

/** The statements that only read, for people and for those who count. */
final class ReadSql {

    private ReadSql() {}

    static final String ACTIONS = """
            SELECT act, target, who, why, before, after, at FROM baton_operator_action ORDER BY seq DESC LIMIT :limit
            """;

    static final String JOBS = """
            SELECT j.* FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (
                SELECT id, queue, type, version, lane, seq, replaces, payload, sha256, label, priority, created_at,
                    key_scope, key, witnessed
                FROM baton_job WHERE id = wanted.id OFFSET 0) j
            """;

    /** Where jobs stand that are known; of those that stand nowhere how they ended. */
    static final String PLACES = """
            SELECT j.id, p.id IS NOT NULL AS pending, r.id IS NOT NULL AS running, k.id IS NOT NULL AS parked,
                coalesce(p.attempts, r.attempts, k.attempts, 0) AS attempts,
                coalesce(p.failures, r.failures, k.failures, 0) AS failures,
                coalesce(p.lost, r.lost, k.lost, 0) AS lost,
                coalesce(left(coalesce(p.lane, r.lane, k.lane), 1) <> chr(1), false) AS in_lane,
                p.due_at, p.ready, p.retrying, k.held, r.node, r.fence, r.claimed_at,
                r.cancel_wanted OR (
                    SELECT 1 FROM baton_cancel WHERE job = wanted.id AND fence = r.fence) IS NOT NULL AS cancel_wanted,
                g.done AS progress_done, g.total AS progress_total, g.text AS progress_text,
                CASE WHEN p.id IS NULL AND r.id IS NULL AND k.id IS NULL THEN
                    (SELECT kind FROM baton_attempt WHERE job = j.id ORDER BY seq DESC LIMIT 1) END AS last
            FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT id FROM baton_job WHERE id = wanted.id OFFSET 0) j
            LEFT JOIN LATERAL (SELECT * FROM baton_pending WHERE id = wanted.id OFFSET 0) p ON true
            LEFT JOIN LATERAL (SELECT * FROM baton_running WHERE id = wanted.id OFFSET 0) r ON true
            LEFT JOIN LATERAL (SELECT * FROM baton_parked WHERE id = wanted.id OFFSET 0) k ON true
            LEFT JOIN LATERAL (
                SELECT done, total, text FROM baton_progress WHERE job = wanted.id AND fence = r.fence OFFSET 0) g ON true
            """;

    static final String FENCES = """
            SELECT r.id, r.fence FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT id, fence FROM baton_running WHERE id = wanted.id OFFSET 0) r
            """;

    static final String PENDING_FIND = """
            SELECT due_at, ready, behind, retrying, attempts, failures, lost, cancel_wanted, doubt
            FROM baton_pending WHERE id = :id
            """;

    static final String RUNNING_FIND = """
            SELECT id, node, fence, claimed_at, queue, type, version, priority, lane, seq, run_head, key_scope, attempts, failures,
                lost, limit_attempts, limit_losses, crash, parked_head, replayable, cancel_wanted, doubt, witnessed
            FROM baton_running WHERE id = :id
            """;

    static final String PARKED_FIND = """
            SELECT held, blocks, attempts, failures, lost, crash, doubt FROM baton_parked WHERE id = :id
            """;

    static final String ATTEMPTS = """
            SELECT a.job, a.number, a.fence, a.node, a.kind, a.code, a.message, a.result, a.facts, a.claimed_at, a.ended_at
            FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT * FROM baton_attempt WHERE job = wanted.id OFFSET 0) a
            ORDER BY a.seq
            """;

    static final String ATTEMPTS_LAST = """
            SELECT a.job, a.number, a.fence, a.node, a.kind, a.code, a.message, a.result, a.facts, a.claimed_at, a.ended_at
            FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT * FROM baton_attempt WHERE job = wanted.id ORDER BY seq DESC LIMIT 1) a
            """;

    static final String ATTEMPTS_LAST_BRIEF = """
            SELECT a.job, a.number, a.fence, a.node, a.kind, a.code, a.message, NULL::text AS result, NULL::text AS facts,
                a.claimed_at, a.ended_at
            FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (
                SELECT job, number, fence, node, kind, code, message, claimed_at, ended_at
                FROM baton_attempt WHERE job = wanted.id ORDER BY seq DESC LIMIT 1) a
            """;

    static final String ATTEMPTS_IN_DOUBT = """
            SELECT number, fence, claimed_at, ended_at, code FROM baton_attempt
            WHERE job = :job AND fence >= :since AND kind IN ('ORPHANED', 'UNKNOWN', 'UNDECIDED', 'KILLED', 'HELD')
            ORDER BY seq
            """;

    static final String CHECKPOINT = """
            SELECT json FROM baton_checkpoint WHERE job = :job
            """;

    /** Those of kinds that this node knows. */
    static final String SWITCHES = """
            SELECT kind, name FROM baton_switch WHERE kind IN ('PAUSE', 'QUEUE', 'TYPE', 'LANE')
            """;

    /** Who has these jobs, and then what is off: in one statement, and so of one moment. */
    static final String GROUNDS = """
            SELECT r.id, r.node, r.fence, r.claimed_at,
                r.cancel_wanted OR (
                    SELECT 1 FROM baton_cancel WHERE job = wanted.id AND fence = r.fence) IS NOT NULL AS cancel_wanted,
                NULL::text AS kind, NULL::text AS name
            FROM unnest(:ids::uuid[]) AS wanted (id)
            CROSS JOIN LATERAL (SELECT * FROM baton_running WHERE id = wanted.id OFFSET 0) r
            UNION ALL
            SELECT NULL, NULL, NULL, NULL, NULL, kind, name FROM baton_switch
            WHERE kind IN ('PAUSE', 'QUEUE', 'TYPE', 'LANE')
            """;

    static final String SWITCHES_OF_JOB = """
            SELECT kind, name FROM baton_switch
            WHERE kind = 'PAUSE' AND name = :queue OR kind = 'QUEUE' AND name = :queue
                OR kind = 'TYPE' AND name = :type OR kind = 'LANE' AND name = :lane
            """;

    static final String SERVED = """
            SELECT 1 AS yes FROM baton_node_route r
            WHERE r.queue = :queue AND r.type = :type AND r.version = :version
                AND EXISTS (SELECT 1 FROM baton_node n WHERE n.id = r.node AND n.live)
            LIMIT 1
            """;

    static final String JOBS_BEFORE = """
            SELECT id FROM baton_job WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String JOBS_OF_TYPE_BEFORE = """
            SELECT id FROM baton_job WHERE type = :type AND id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String JOBS_OF_LANE_BEFORE = """
            SELECT id FROM baton_job WHERE lane = :lane AND id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String PENDING_BEFORE = """
            SELECT id FROM baton_pending WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String RUNNING_BEFORE = """
            SELECT id FROM baton_running WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String PARKED_BEFORE = """
            SELECT id FROM baton_parked WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String ENDED_BEFORE = """
            SELECT job AS id FROM baton_attempt
            WHERE kind IN ('DONE', 'CANCELLED') AND job < :before
            ORDER BY job DESC LIMIT :limit
            """;

    // Counts: from one route to the next by a step down an index, and of each route no more than a limit.

    static final String READY_ROUTE_AFTER = """
            SELECT queue, type, version FROM baton_pending
            WHERE ready AND (queue, type, version) > (:queue, :type, :version)
            ORDER BY queue, type, version LIMIT 1
            """;

    static final String WAITING_ROUTE_AFTER = """
            SELECT queue, type, version FROM baton_pending
            WHERE NOT ready AND (queue, type, version) > (:queue, :type, :version)
            ORDER BY queue, type, version LIMIT 1
            """;

    static final String PARKED_ROUTE_AFTER = """
            SELECT queue, type, version FROM baton_parked
            WHERE (queue, type, version) > (:queue, :type, :version)
            ORDER BY queue, type, version LIMIT 1
            """;

    static final String READY_COUNTS = """
            SELECT count(*) AS seen, count(*) FILTER (WHERE retrying) AS retrying,
                count(*) FILTER (WHERE NOT retrying AND due_at > :now) AS scheduled
            FROM (
                SELECT retrying, due_at FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND ready
                ORDER BY priority DESC, due_at, id LIMIT :limit) AS few
            """;

    static final String WAITING_COUNTS = """
            SELECT count(*) AS seen
            FROM (
                SELECT id FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND NOT ready
                LIMIT :limit) AS few
            """;

    static final String PARKED_COUNTS = """
            SELECT count(*) AS seen, count(*) FILTER (WHERE held) AS held
            FROM (
                SELECT held FROM baton_parked
                WHERE queue = :queue AND type = :type AND version = :version
                ORDER BY held DESC, id LIMIT :limit) AS few
            """;

    /** All of them: there are only as many as engines hold at once. */
    static final String RUNNING_ROUTES = """
            SELECT queue, type, version, count(*) AS seen FROM baton_running GROUP BY queue, type, version
            """;
}
