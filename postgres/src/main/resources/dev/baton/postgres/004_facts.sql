-- Who had an attempt, and what its handler told of it; not known of those that were written down before.
ALTER TABLE baton_attempt ADD COLUMN node uuid;
ALTER TABLE baton_attempt ADD COLUMN facts text;

-- As the one without facts, which is for programs that know of none.
CREATE FUNCTION baton_pass_on(ended_job uuid, its_fence bigint, its_result text, its_facts text, ended_when bigint) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    SET enable_seqscan = off
    SET enable_bitmapscan = off
    SET jit = off
    SET plan_cache_mode = force_generic_plan
    AS $$
BEGIN
    WITH mine AS MATERIALIZED (
        SELECT id, node, claimed_at, lane, seq, run_head, attempts FROM baton_running
        WHERE id = ended_job AND fence = its_fence AND key_scope IS NULL
        FOR UPDATE SKIP LOCKED),
    followed AS MATERIALIZED (
        SELECT mine.id FROM mine
        CROSS JOIN LATERAL (
            SELECT 1 FROM baton_running
            WHERE lane = mine.lane AND seq > mine.seq AND fence = its_fence
            ORDER BY seq LIMIT 1 FOR KEY SHARE SKIP LOCKED) next
        WHERE (SELECT 1 FROM baton_pending p
                WHERE p.lane = mine.lane AND p.seq >= mine.run_head AND p.seq < mine.seq LIMIT 1) IS NULL
            AND (SELECT 1 FROM baton_running r
                WHERE r.lane = mine.lane AND r.seq >= mine.run_head AND r.seq < mine.seq LIMIT 1) IS NULL
            AND (SELECT 1 FROM baton_parked k
                WHERE k.lane = mine.lane AND k.blocks AND k.seq >= mine.run_head AND k.seq < mine.seq LIMIT 1) IS NULL),
    gone AS (DELETE FROM baton_running WHERE id = ANY (ARRAY (SELECT id FROM followed))),
    progress AS (DELETE FROM baton_progress WHERE job = ANY (ARRAY (SELECT id FROM followed))),
    cancel AS (DELETE FROM baton_cancel WHERE job = ANY (ARRAY (SELECT id FROM followed)))
    INSERT INTO baton_attempt
        (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable)
    SELECT mine.id, mine.attempts, its_fence, mine.node, 'DONE', '', '', its_result, its_facts, mine.claimed_at, ended_when, true
    FROM mine WHERE mine.id = ANY (ARRAY (SELECT id FROM followed));
    RETURN FOUND;
END $$;
