package dev.baton.postgres;

/** The statements that move jobs from pending to running. Each reads short ranges of indexes, whatever else there is. */
final class ClaimSql {

    private ClaimSql() {}

    /**
     * What to know before a claim: whether the node is live, whether the server is still the one the store was on, and in how many
     * microseconds the first note is to be looked at.
     */
    static final String SURROUNDINGS = """
            SELECT EXISTS (SELECT 1 FROM baton_node WHERE id = :node AND live) AS live,
                coalesce((SELECT timeline FROM baton_store) = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), false)
                    AS same_history,
                (extract(epoch FROM least(
                    (SELECT look_at FROM baton_lane_note ORDER BY look_at LIMIT 1),
                    (SELECT look_at FROM baton_key_note ORDER BY look_at LIMIT 1)) - clock_timestamp())
                    * 1000000)::bigint AS notes_in
            """;

    /** Those of lanes are left out, as there may be many. */
    static final String SWITCHES_OF_ROUTES = """
            SELECT kind, name FROM baton_switch WHERE kind IN ('PAUSE', 'QUEUE', 'TYPE')
            """;

    /** Every priority that a route has ready jobs of, by steps down the index. */
    private static final String LEVEL = """
            WITH RECURSIVE level AS (
                SELECT r.n, r.queue, r.type, r.version, p.priority
                FROM unnest(:queues::text[], :types::text[], :versions::int[]) WITH ORDINALITY AS r (queue, type, version, n)
                CROSS JOIN LATERAL (
                    SELECT priority FROM baton_pending
                    WHERE queue = r.queue AND type = r.type AND version = r.version AND ready
                    ORDER BY priority DESC LIMIT 1) p
                UNION ALL
                SELECT l.n, l.queue, l.type, l.version, p.priority
                FROM level l
                CROSS JOIN LATERAL (
                    SELECT priority FROM baton_pending
                    WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority < l.priority
                    ORDER BY priority DESC LIMIT 1) p)
            """;

    /** And once for each when the next of it is due. */
    private static final String LEVELS = LEVEL + """
            SELECT l.n, l.priority, c.id, c.due_at, c.attempts, c.failures, c.lost, later.due_at AS later
            FROM level l
            LEFT JOIN LATERAL (
                SELECT due_at FROM baton_pending
                WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority = l.priority
                    AND due_at > :now
                ORDER BY due_at LIMIT 1) later ON true
            LEFT JOIN LATERAL (
                SELECT id, due_at, attempts, failures, lost FROM baton_pending
                WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority = l.priority
            """;

    /** What was added to a lane at the moment it was switched off may be ready, and is left out. */
    private static final String FIRST_DUE = """
                    AND due_at <= :now AND (lane IS NULL OR (
                        SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = baton_pending.lane) IS NULL)
                ORDER BY due_at, id LIMIT :limit
            """;

    /** Past those that somebody else is just taking. */
    private static final String LEFT = """
                FOR UPDATE SKIP LOCKED
            """;

    private static final String END = """
                ) c ON true
            """;

    /** Of every priority that a route has ready jobs of the first that are due, and the next. */
    static final String CANDIDATES = LEVELS + FIRST_DUE + END;

    /** The same past those that somebody else is just taking. */
    static final String CANDIDATES_LEFT = LEVELS + FIRST_DUE + LEFT + END;

    /** The same for priorities that are known, from where the first of each was found before. */
    static final String CANDIDATES_FROM = """
            SELECT l.n, c.id, c.due_at, c.attempts, c.failures, c.lost, later.due_at AS later
            FROM unnest(:queues::text[], :types::text[], :versions::int[], :priorities::int[], :froms::bigint[])
                WITH ORDINALITY AS l (queue, type, version, priority, due_from, n)
            LEFT JOIN LATERAL (
                SELECT due_at FROM baton_pending
                WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority = l.priority
                    AND due_at > :now
                ORDER BY due_at LIMIT 1) later ON true
            LEFT JOIN LATERAL (
                SELECT id, due_at, attempts, failures, lost FROM baton_pending
                WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority = l.priority
                    AND due_at >= l.due_from
            """ + FIRST_DUE + LEFT + END;

    /** Some that are known by their ids, however many others there are; due or not. */
    static final String CANDIDATES_NAMED = """
            SELECT id, queue, type, version, priority, due_at, attempts, failures, lost FROM baton_pending
            WHERE id = ANY (:ids::uuid[]) AND ready AND (lane IS NULL OR (
                SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = baton_pending.lane) IS NULL)
            """;

    /** About how many rows are there that nobody can see, and nobody can clear away yet. */
    static final String PENDING_DEAD = """
            SELECT pg_stat_get_dead_tuples('baton_pending'::regclass) AS dead
            """;

    /** Past the ones that were lost before, which come alone. */
    static final String CANDIDATES_FRESH = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready AND priority = :priority
                AND due_at <= :now AND lost = 0 AND (lane IS NULL OR (
                    SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = baton_pending.lane) IS NULL)
            ORDER BY due_at, id LIMIT :limit
            """;

    /** Past those that must not be lost once more: the first that was lost before, and may be. */
    static final String CANDIDATES_LOST = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready AND priority = :priority
                AND due_at <= :now AND lost > 0 AND lost + 1 < :losses AND failures + lost + 1 < :runs AND (lane IS NULL OR (
                    SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = baton_pending.lane) IS NULL)
            ORDER BY due_at, id LIMIT 1
            """;

    /** Where nobody keeps anything it is not asked of every job whether it does. */
    private static final String CHECKPOINT = """
                CASE WHEN (SELECT 1 FROM baton_checkpoint ORDER BY job LIMIT 1) IS NOT NULL
                    THEN (SELECT json FROM baton_checkpoint c WHERE c.job = k.id) END AS checkpoint
            """;

    /**
     * Takes those of them that are still there and that nobody else is taking, under the next fence, or under that of the heads they
     * follow. A row without a job stays where it is, and so does one that is only numbered by a lane that is off. Who declares the node dead waits for this, or has done so before it; its beats do
     * neither.
     */
    static final String TAKE = """
            WITH alive AS MATERIALIZED (SELECT 1 FROM baton_node WHERE id = :node AND live FOR KEY SHARE),
            terms AS MATERIALIZED (
                SELECT * FROM unnest(:queues::text[], :types::text[], :versions::int[]) WITH ORDINALITY AS t (queue, type, version, n)),
            found AS MATERIALIZED (
                SELECT p.id, p.queue, p.type, p.version, p.priority, p.lane, p.seq, p.due_at, p.attempts,
                    p.failures, p.lost, p.cancel_wanted, p.doubt, t.n, j.lane AS numbered_in, j.payload, j.sha256, j.label,
                    j.key_scope, j.witnessed
                FROM baton_pending p
                JOIN terms t ON t.queue = p.queue AND t.type = p.type AND t.version = p.version
                CROSS JOIN LATERAL (
                    SELECT lane, payload, sha256, label, key_scope, witnessed FROM baton_job WHERE id = p.id OFFSET 0) j
                WHERE p.id = ANY (:ids::uuid[]) AND (p.ready OR :followers) AND (SELECT 1 FROM alive) IS NOT NULL
                    AND (p.lane IS NOT NULL OR p.seq IS NULL OR (
                        SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = j.lane) IS NULL)
                FOR UPDATE OF p SKIP LOCKED),
            taken AS (
                DELETE FROM baton_pending WHERE id = ANY (ARRAY (SELECT id FROM found))),
            grip AS MATERIALIZED (
                SELECT coalesce(:fence::bigint, nextval('baton_fence')) AS fence FROM (SELECT 1 FROM found LIMIT 1) AS some_one),
            moved AS (
                INSERT INTO baton_running (id, node, fence, claimed_at, queue, type, version, priority, lane, seq, run_head,
                    key_scope, attempts, failures, lost, limit_attempts, limit_losses, crash, parked_head, replayable,
                    cancel_wanted, doubt, witnessed)
                SELECT k.id, :node, grip.fence, :now, k.queue, k.type, k.version, k.priority, k.lane, k.seq,
                    coalesce(h.seq, k.seq, 0), k.key_scope, k.attempts + 1, k.failures, k.lost, (:limits::int[])[k.n],
                    (:losses::int[])[k.n], (:crashes::text[])[k.n], (:parked_heads::text[])[k.n], (:replayables::bool[])[k.n],
                    k.cancel_wanted, k.doubt, k.witnessed
                FROM found k
                CROSS JOIN grip
                LEFT JOIN LATERAL (
                    SELECT head.seq FROM unnest(:lanes::text[], :heads::bigint[]) AS head (lane, seq)
                    WHERE :followers AND head.lane = k.lane) h ON true)
            SELECT k.id, k.n, k.lane, k.seq, k.numbered_in, k.due_at, k.attempts, k.failures, k.lost, k.cancel_wanted, k.doubt,
                grip.fence, k.payload, k.sha256, k.label,
            """ + CHECKPOINT + """
            FROM found k
            CROSS JOIN grip
            """;

    /**
     * Where all that is ready is of one route and one priority there is nothing to choose, and the first that are due are looked for
     * and taken at once, past those that somebody else is just taking; unless one was lost before. Otherwise as {@link #TAKE}. Rows are found again by where they are. One that was changed a moment ago is
     * not there any more, and is taken without being gone: who finds that fewer are gone has to begin again.
     */
    static final String TAKE_FIRST = LEVEL + """
            , alive AS MATERIALIZED (SELECT 1 FROM baton_node WHERE id = :node AND live FOR KEY SHARE),
            alone AS MATERIALIZED (
                SELECT l.n, l.queue, l.type, l.version, l.priority, (:most::int[])[l.n] AS most, (
                    SELECT due_at FROM baton_pending
                    WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority = l.priority
                        AND due_at > :now
                    ORDER BY due_at LIMIT 1) AS later
                FROM level l
                WHERE (SELECT count(*) FROM level) = 1 AND (SELECT 1 FROM alive) IS NOT NULL AND (
                    SELECT 1 FROM baton_pending
                    WHERE queue = l.queue AND type = l.type AND version = l.version AND ready AND priority = l.priority AND lost > 0
                    ORDER BY due_at, id LIMIT 1) IS NULL),
            found AS MATERIALIZED (
                SELECT p.spot, p.id, p.lane, p.seq, p.due_at, p.attempts, p.failures, p.cancel_wanted, p.doubt, j.lane AS numbered_in,
                    j.payload, j.sha256, j.label, j.key_scope, j.witnessed, j.known AND (p.lane IS NOT NULL OR p.seq IS NULL OR (
                        SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = j.lane) IS NULL) AS mine
                FROM alone a
                CROSS JOIN LATERAL (
                    SELECT ctid AS spot, id, lane, seq, due_at, attempts, failures, cancel_wanted, doubt
                    FROM baton_pending
                    WHERE queue = a.queue AND type = a.type AND version = a.version AND ready AND priority = a.priority
                        AND due_at <= :now AND (lane IS NULL OR (
                            SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = baton_pending.lane) IS NULL)
                    ORDER BY due_at, id LIMIT a.most FOR UPDATE SKIP LOCKED) p
                LEFT JOIN LATERAL (
                    SELECT true AS known, lane, payload, sha256, label, key_scope, witnessed
                    FROM baton_job WHERE id = p.id OFFSET 0) j ON true),
            gone AS (
                DELETE FROM baton_pending WHERE ctid = ANY (ARRAY (SELECT spot FROM found WHERE mine)) RETURNING 1),
            grip AS MATERIALIZED (
                SELECT nextval('baton_fence') AS fence FROM (SELECT 1 FROM found WHERE mine LIMIT 1) AS some_one),
            moved AS (
                INSERT INTO baton_running (id, node, fence, claimed_at, queue, type, version, priority, lane, seq, run_head,
                    key_scope, attempts, failures, lost, limit_attempts, limit_losses, crash, parked_head, replayable,
                    cancel_wanted, doubt, witnessed)
                SELECT id, :node, (SELECT fence FROM grip), :now, (SELECT queue FROM alone), (SELECT type FROM alone),
                    (SELECT version FROM alone), (SELECT priority FROM alone), lane, seq, coalesce(seq, 0), key_scope, attempts + 1,
                    failures, 0, (SELECT (:limits::int[])[n] FROM alone), (SELECT (:losses::int[])[n] FROM alone),
                    (SELECT (:crashes::text[])[n] FROM alone), (SELECT (:parked_heads::text[])[n] FROM alone),
                    (SELECT (:replayables::bool[])[n] FROM alone), cancel_wanted, doubt, witnessed
                FROM found WHERE mine)
            SELECT (SELECT count(*) FROM level) AS levels, (SELECT count(*) FROM gone) AS gone, (SELECT later FROM alone) AS later,
                (SELECT n FROM alone) AS n, (
                    SELECT 1 FROM alone a
                    CROSS JOIN LATERAL (SELECT due_at, id FROM found OFFSET a.most - 1 LIMIT 1) z
                    CROSS JOIN LATERAL (
                        SELECT 1 FROM baton_pending p
                        WHERE p.queue = a.queue AND p.type = a.type AND p.version = a.version AND p.ready AND p.priority = a.priority
                            AND (p.due_at, p.id) > (z.due_at, z.id) AND p.due_at <= :now AND (p.lane IS NULL OR (
                                SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = p.lane) IS NULL)
                        LIMIT 1) next) IS NOT NULL AS more,
                k.mine, k.id, k.lane, k.seq, k.numbered_in, k.due_at, k.attempts, k.failures, 0 AS lost, k.cancel_wanted, k.doubt,
                (SELECT fence FROM grip) AS fence, k.payload, k.sha256, k.label,
            """ + CHECKPOINT + """
            FROM (SELECT 1) AS always
            LEFT JOIN found k ON true
            """;

    /**
     * Of some that could not be taken, those that are only numbered by a lane that is off. They are set aside under a name that no lane
     * can have, as it begins with a control character, so that no claim meets them again. Who turns the lane on waits for this; who is
     * just doing so is not waited for, and nothing is set aside then.
     */
    static final String SET_ASIDE = """
            WITH off AS MATERIALIZED (
                SELECT p.id, j.lane FROM unnest(:ids::uuid[]) AS missed (id)
                CROSS JOIN LATERAL (SELECT lane FROM baton_job WHERE id = missed.id OFFSET 0) j
                CROSS JOIN LATERAL (
                    SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = j.lane FOR SHARE SKIP LOCKED) s
                CROSS JOIN LATERAL (
                    SELECT id FROM baton_pending WHERE id = missed.id AND ready AND lane IS NULL AND seq IS NOT NULL
                    FOR UPDATE SKIP LOCKED) p)
            UPDATE baton_pending SET ready = false, lane = chr(1) || (SELECT off.lane FROM off WHERE off.id = baton_pending.id)
            WHERE id = ANY (ARRAY (SELECT id FROM off))
            """;
}
