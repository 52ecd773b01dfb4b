package dev.baton.postgres;

/** The statements that end attempts, or keep what they say before. Each begins with the row of the one who owns the job. */
final class FinishSql {

    private FinishSql() {}

    /** Beside the running row, which nobody is to find changed. One who has just lost the job may leave something nobody reads. */
    static final String PROGRESS = """
            INSERT INTO baton_progress AS mine (job, fence, done, total, text)
            SELECT p.id, p.fence, p.done, p.total, p.text
            FROM unnest(:ids::uuid[], :fences::bigint[], :dones::bigint[], :totals::bigint[], :texts::text[])
                AS p (id, fence, done, total, text)
            CROSS JOIN LATERAL (SELECT 1 FROM baton_running WHERE id = p.id AND fence = p.fence OFFSET 0) owned
            ON CONFLICT (job) DO UPDATE
            SET fence = excluded.fence, done = excluded.done, total = excluded.total, text = excluded.text
            WHERE mine.fence <= excluded.fence
            """;

    /**
     * Removes what was said of jobs up to these fences, and answers which of them somebody wants cancelled. A statement of its own
     * after they were taken: who wanted that until then had them in hand.
     */
    static final String SAID_DELETE = """
            WITH progress AS (
                DELETE FROM baton_progress
                WHERE job = ANY (ARRAY (
                    SELECT f.id FROM unnest(:ids::uuid[], :fences::bigint[]) AS f (id, fence)
                    CROSS JOIN LATERAL (SELECT 1 FROM baton_progress WHERE job = f.id AND fence <= f.fence OFFSET 0) said)))
            DELETE FROM baton_cancel
            WHERE job = ANY (ARRAY (
                SELECT f.id FROM unnest(:ids::uuid[], :fences::bigint[]) AS f (id, fence)
                CROSS JOIN LATERAL (SELECT 1 FROM baton_cancel WHERE job = f.id AND fence <= f.fence OFFSET 0) said))
            RETURNING job, fence
            """;

    static final String CHECKPOINT = """
            INSERT INTO baton_checkpoint (job, json)
            SELECT c.id, c.json FROM unnest(:ids::uuid[], :fences::bigint[], :jsons::text[]) AS c (id, fence, json)
            CROSS JOIN LATERAL (
                SELECT 1 FROM baton_running r WHERE r.id = c.id AND r.fence = c.fence FOR SHARE) owned
            ON CONFLICT (job) DO UPDATE SET json = excluded.json
            RETURNING job
            """;

    /**
     * Takes away what its owner has; whoever else wants it finds nothing, and all that is written comes from this. What is in
     * somebody's hand, such as that of a handler whose transaction is open, is left there: a whole batch must not wait for it.
     * Where a job is done and binds nobody, neither a lane nor a key nor evidence, that is all there is to it, and it goes into the
     * archive at once; of such a job nothing but its id is answered. Rows are found again by where they are, as none is ever changed.
     * Columns are named here as everywhere: a statement that the server keeps must answer the same when a newer program has added one.
     */
    static final String TAKE = """
            WITH owned AS MATERIALIZED (
                SELECT r.spot, f.id, f.fence, f.result, f.facts, r.node, r.claimed_at, r.attempts, r.prunable,
                    f.done AND r.binds_nobody AS unbound
                FROM unnest(:ids::uuid[], :fences::bigint[], :dones::bool[], :results::text[], :facts::text[])
                    AS f (id, fence, done, result, facts)
                CROSS JOIN LATERAL (
                    SELECT ctid AS spot, node, claimed_at, attempts, key_scope IS NULL AS prunable,
                        lane IS NULL AND NOT witnessed AND (key_scope IS NULL OR key_scope = 'FOREVER') AS binds_nobody
                    FROM baton_running WHERE id = f.id AND fence = f.fence FOR UPDATE SKIP LOCKED) r),
            over AS (
                DELETE FROM baton_running WHERE ctid = ANY (ARRAY (SELECT spot FROM owned WHERE unbound))),
            archived AS (
                INSERT INTO baton_attempt
                    (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable, witnessed)
                SELECT id, attempts, fence, node, 'DONE', '', '', result, facts, claimed_at, :now, prunable, false
                FROM owned WHERE unbound),
            progress AS (
                DELETE FROM baton_progress WHERE job = ANY (ARRAY (SELECT id FROM owned WHERE unbound))),
            cancel AS (
                DELETE FROM baton_cancel WHERE job = ANY (ARRAY (SELECT id FROM owned WHERE unbound))),
            gone AS (
                DELETE FROM baton_running WHERE ctid = ANY (ARRAY (SELECT spot FROM owned WHERE NOT unbound))
                RETURNING id, node, fence, claimed_at, queue, type, version, priority, lane, seq, run_head, key_scope, attempts,
                    failures, lost, limit_attempts, limit_losses, crash, parked_head, replayable, cancel_wanted, doubt, witnessed)
            SELECT false AS unbound, id, node, fence, claimed_at, queue, type, version, priority, lane, seq, run_head, key_scope, attempts,
                failures, lost, limit_attempts, limit_losses, crash, parked_head, replayable, cancel_wanted, doubt, witnessed
            FROM gone
            UNION ALL
            SELECT true, id, NULL, fence, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
            FROM owned WHERE unbound
            """;

    /** The same within the transaction of its owner, who waits for whoever else wants it. */
    static final String TAKE_PATIENTLY = """
            DELETE FROM baton_running WHERE id = :id AND fence = :fence AND NOT witnessed
            RETURNING id, node, fence, claimed_at, queue, type, version, priority, lane, seq, run_head, key_scope, attempts,
                failures, lost, limit_attempts, limit_losses, crash, parked_head, replayable, cancel_wanted, doubt, witnessed
            """;

    /**
     * Ends one that is done and behind which another of its run waits. A function, which is planned as our transactions are, so that
     * one round trip is enough.
     */
    static final String PASS_ON = """
            SELECT baton_pass_on(:id, :fence, :result::text, :facts::text, :now) AS passed
            """;

    /** In the order of the arrays. */
    static final String ATTEMPTS_INSERT = """
            INSERT INTO baton_attempt
                (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable, witnessed)
            SELECT job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable, witnessed
            FROM unnest(:jobs::uuid[], :numbers::int[], :fences::bigint[], :nodes::uuid[], :kinds::text[], :codes::text[],
                    :messages::text[], :results::text[], :facts::text[], :claimed::bigint[], :ended::bigint[], :prunable::bool[],
                    :witnessed::bool[])
                AS a (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable, witnessed)
            """;

    /** The same where some are witnessed; answers which records these are. */
    static final String ATTEMPTS_INSERT_WITNESSED = ATTEMPTS_INSERT + """
            RETURNING job, seq, witnessed
            """;

    static final String PARKED_INSERT = """
            INSERT INTO baton_parked
                (id, queue, type, version, lane, seq, blocks, held, attempts, failures, lost, crash, doubt)
            SELECT id, queue, type, version, lane, seq, blocks, held, attempts, failures, lost, crash, doubt
            FROM unnest(:ids::uuid[], :queues::text[], :types::text[], :versions::int[], :lanes::text[], :seqs::bigint[],
                    :blocks::bool[], :helds::bool[], :attempts::int[], :failures::int[], :losts::int[], :crashes::text[],
                    :doubts::bigint[])
                AS p (id, queue, type, version, lane, seq, blocks, held, attempts, failures, lost, crash, doubt)
            """;

    /**
     * Of ends that found nothing to take: whether their owners have written them before, or the job is still theirs and in somebody's
     * hand. Both are one look. What others wrote about an attempt does not mean that its owner ended it.
     */
    static final String ENDED_BEFORE = """
            SELECT f.n, r.id IS NOT NULL AS in_hand, a.code, a.message
            FROM unnest(:ids::uuid[], :fences::bigint[]) WITH ORDINALITY AS f (id, fence, n)
            LEFT JOIN LATERAL (SELECT id FROM baton_running WHERE id = f.id AND fence = f.fence OFFSET 0) r ON true
            LEFT JOIN LATERAL (
                SELECT code, message FROM baton_attempt
                WHERE job = f.id AND fence = f.fence AND kind NOT IN ('ORPHANED', 'KILLED')
                ORDER BY seq LIMIT 1) a ON true
            WHERE r.id IS NOT NULL OR a.code IS NOT NULL
            """;

    /** Whether its owner has ended it in this transaction: what we see of what is still in progress is our own. */
    static final String ENDED_HERE = """
            SELECT true AS here FROM baton_attempt
            WHERE job = :job AND fence = :fence AND kind NOT IN ('ORPHANED', 'KILLED')
                AND CASE WHEN age(xmin) <= 0 THEN
                    pg_xact_status((pg_current_xact_id()::text::bigint - age(xmin))::text::xid8) = 'in progress' END
            LIMIT 1
            """;

    // What dead nodes held.

    /**
     * What is held by nodes that are not live, known or not: all that stands between the live ones. What these hold and have held is
     * not read.
     */
    static final String ORPHANS = """
            SELECT r.id, r.node, r.fence, r.claimed_at, r.queue, r.type, r.version, r.priority, r.lane, r.seq, r.run_head,
                r.key_scope, r.attempts, r.failures, r.lost, r.limit_attempts, r.limit_losses, r.crash, r.parked_head,
                r.replayable, r.cancel_wanted, r.doubt, r.witnessed,
                (SELECT 1 FROM baton_job j WHERE j.id = r.id) IS NOT NULL AS known
            FROM baton_running r
            WHERE r.id = ANY (ARRAY (
                SELECT o.id
                FROM (
                    SELECT '00000000-0000-0000-0000-000000000000'::uuid AS low
                    UNION ALL SELECT id FROM baton_node WHERE live) live
                CROSS JOIN LATERAL (
                    SELECT id FROM baton_running
                    WHERE node > live.low AND id > :after AND node < coalesce(
                        (SELECT id FROM baton_node WHERE live AND id > live.low ORDER BY id LIMIT 1),
                        'ffffffff-ffff-ffff-ffff-ffffffffffff') OFFSET 0) o
                ORDER BY o.id LIMIT :limit))
            ORDER BY r.id FOR UPDATE SKIP LOCKED
            """;

    /** All that were claimed in a row with one that is lost; and whether each is ours to move. */
    static final String RUNS_OF = """
            SELECT r.id, r.node, r.fence, r.claimed_at, r.queue, r.type, r.version, r.priority, r.lane, r.seq, r.run_head,
                r.key_scope, r.attempts, r.failures, r.lost, r.limit_attempts, r.limit_losses, r.crash, r.parked_head,
                r.replayable, r.cancel_wanted, r.doubt, r.witnessed, mine.id IS NOT NULL AS mine,
                (SELECT 1 FROM baton_job j WHERE j.id = r.id) IS NOT NULL AS known
            FROM unnest(:lanes::text[], :fences::bigint[]) AS run (lane, fence)
            CROSS JOIN LATERAL (
                SELECT * FROM baton_running WHERE lane = run.lane AND fence = run.fence ORDER BY seq) r
            LEFT JOIN LATERAL (SELECT id FROM baton_running WHERE id = r.id FOR UPDATE SKIP LOCKED) mine ON true
            ORDER BY r.lane, r.seq
            """;

    /** What must not be repeated blindly; what somebody is just ending is left to him. */
    static final String NOT_TO_BE_REPEATED = """
            SELECT r.id, r.node, r.fence, r.claimed_at, r.queue, r.type, r.version, r.priority, r.lane, r.seq,
                r.run_head, r.key_scope, r.attempts, r.failures, r.lost, r.limit_attempts, r.limit_losses, r.crash,
                r.parked_head, r.replayable, r.cancel_wanted, r.doubt, r.witnessed,
                (SELECT 1 FROM baton_job j WHERE j.id = r.id) IS NOT NULL AS known
            FROM baton_running r WHERE r.crash <> 'RERUN'
            ORDER BY r.id FOR UPDATE SKIP LOCKED
            """;

    static final String RUNNING_DELETE = """
            DELETE FROM baton_running WHERE id = ANY (:ids::uuid[])
            """;

    static final String CHECKPOINTS_DELETE = """
            DELETE FROM baton_checkpoint WHERE job = ANY (:ids::uuid[])
            """;

    /** Who has one of them in hand decides about it himself. */
    static final String HASTEN = """
            UPDATE baton_pending SET due_at = :now WHERE id = ANY (ARRAY (
                SELECT id FROM baton_pending WHERE id = ANY (:ids::uuid[]) AND due_at > :now AND NOT retrying
                FOR UPDATE SKIP LOCKED))
            """;

    // The end of the archive.

    /** By a function, as who works with jobs need not have the right to remove what happened. */
    static final String PRUNE = """
            SELECT baton_prune(:before, :limit) AS removed
            """;

    /** From after a job that ended then, which may be none. */
    static final String FINISHED_AFTER = """
            SELECT a.job, a.ended_at, j.type FROM (
                SELECT job, ended_at FROM baton_attempt
                WHERE prunable AND (ended_at, job) > (:from, :after) AND ended_at < :before
                ORDER BY ended_at, job LIMIT :limit) a
            CROSS JOIN LATERAL (SELECT type FROM baton_job WHERE id = a.job OFFSET 0) j
            """;

    static final String REMOVE = """
            SELECT baton_remove(:jobs::uuid[]) AS removed
            """;
}
