package dev.baton.sqlite;

/** The statements that only read, for people and for those who count. */
final class ReadSql {

    private ReadSql() {}

    static final String ACTIONS = """
            SELECT act, target, who, why, before, after, at FROM baton_operator_action ORDER BY seq DESC LIMIT :limit
            """;

    /** Who has some jobs, and what is off. */
    static final String GROUNDS = """
            SELECT r.id, r.node, r.fence, r.claimed_at, r.cancel_wanted, NULL AS kind, NULL AS name
            FROM json_each(:ids) wanted
            CROSS JOIN baton_running r ON r.id = unhex(wanted.value, '-')
            UNION ALL
            SELECT NULL, NULL, NULL, NULL, NULL, kind, name FROM baton_switch
            """;

    static final String PENDING_FIND = """
            SELECT due_at, ready, behind, retrying, attempts, failures, lost, cancel_wanted, doubt,
                coalesce(substr(lane, 1, 1) <> char(1), 0) AS in_lane
            FROM baton_pending WHERE id = :id
            """;

    static final String PARKED_FIND = """
            SELECT held, blocks, attempts, failures, lost, crash, doubt, lane IS NOT NULL AS in_lane
            FROM baton_parked WHERE id = :id
            """;

    static final String ATTEMPTS = """
            SELECT number, fence, node, kind, code, message, result, facts, claimed_at, ended_at
            FROM baton_attempt WHERE job = :job ORDER BY seq
            """;

    static final String ATTEMPT_LAST = """
            SELECT number, fence, node, kind, code, message, result, facts, claimed_at, ended_at
            FROM baton_attempt WHERE job = :job ORDER BY seq DESC LIMIT 1
            """;

    static final String ATTEMPT_LAST_BRIEF = """
            SELECT number, fence, node, kind, code, message, NULL AS result, NULL AS facts, claimed_at, ended_at
            FROM baton_attempt WHERE job = :job ORDER BY seq DESC LIMIT 1
            """;

    static final String CHECKPOINT = """
            SELECT json FROM baton_checkpoint WHERE job = :job
            """;

    static final String SWITCHES = """
            SELECT kind, name FROM baton_switch
            """;

    static final String SWITCHES_OF_JOB = """
            SELECT kind, name FROM baton_switch
            WHERE kind = 'PAUSE' AND name = :queue OR kind = 'QUEUE' AND name = :queue
                OR kind = 'TYPE' AND name = :type OR kind = 'LANE' AND name = :lane
            """;

    static final String SERVED = """
            SELECT 1 AS yes FROM baton_node_route r
            WHERE r.queue = :queue AND r.type = :type AND r.version = :version
                AND EXISTS (SELECT 1 FROM baton_node n WHERE n.id = r.node AND n.live = 1)
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
    // A comparison of (queue, type, version) as a whole would read all of the route it starts from: SQLite seeks to its
    // first row.

    static final String READY_ROUTE_AFTER = """
            SELECT * FROM (
                SELECT queue, type, version FROM baton_pending
                WHERE ready = 1 AND queue = :queue AND type = :type AND version > :version ORDER BY version LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT queue, type, version FROM baton_pending
                WHERE ready = 1 AND queue = :queue AND type > :type ORDER BY type, version LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT queue, type, version FROM baton_pending
                WHERE ready = 1 AND queue > :queue ORDER BY queue, type, version LIMIT 1)
            LIMIT 1
            """;

    static final String WAITING_ROUTE_AFTER = """
            SELECT * FROM (
                SELECT queue, type, version FROM baton_pending
                WHERE ready = 0 AND queue = :queue AND type = :type AND version > :version ORDER BY version LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT queue, type, version FROM baton_pending
                WHERE ready = 0 AND queue = :queue AND type > :type ORDER BY type, version LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT queue, type, version FROM baton_pending
                WHERE ready = 0 AND queue > :queue ORDER BY queue, type, version LIMIT 1)
            LIMIT 1
            """;

    static final String PARKED_ROUTE_AFTER = """
            SELECT * FROM (
                SELECT queue, type, version FROM baton_parked
                WHERE queue = :queue AND type = :type AND version > :version ORDER BY version LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT queue, type, version FROM baton_parked
                WHERE queue = :queue AND type > :type ORDER BY type, version LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT queue, type, version FROM baton_parked
                WHERE queue > :queue ORDER BY queue, type, version LIMIT 1)
            LIMIT 1
            """;

    static final String READY_COUNTS = """
            SELECT count(*) AS seen, count(*) FILTER (WHERE retrying = 1) AS retrying,
                count(*) FILTER (WHERE retrying = 0 AND due_at > :now) AS scheduled
            FROM (
                SELECT retrying, due_at FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND ready = 1
                ORDER BY priority DESC, due_at, id LIMIT :limit)
            """;

    static final String WAITING_COUNTS = """
            SELECT count(*) AS seen
            FROM (
                SELECT id FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND ready = 0
                LIMIT :limit)
            """;

    static final String PARKED_COUNTS = """
            SELECT count(*) AS seen, count(*) FILTER (WHERE held = 1) AS held
            FROM (
                SELECT held FROM baton_parked
                WHERE queue = :queue AND type = :type AND version = :version
                ORDER BY held DESC, id LIMIT :limit)
            """;

    /** All of them: there are only as many as an engine holds at once. */
    static final String RUNNING_ROUTES = """
            SELECT j.queue, j.type, j.version FROM baton_running r JOIN baton_job j ON j.id = r.id
            """;
}
