-- Whether others of its lane may have begun before its end was written down: of a strict run the first has, at most.
ALTER TABLE baton_running ADD COLUMN replayable boolean NOT NULL DEFAULT true;

-- Ends a job of a lane, which is done, where another that was claimed with it waits behind it: in one step, which is all there is
-- to do, as long as that one cannot leave before this is committed. Otherwise nothing is changed, and the answer is false.
CREATE FUNCTION baton_pass_on(ended_job uuid, its_fence bigint, its_result text, ended_when bigint) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    SET enable_seqscan = off
    SET enable_bitmapscan = off
    SET jit = off
    SET plan_cache_mode = force_generic_plan
    AS $$
BEGIN
    WITH mine AS MATERIALIZED (
        SELECT id, claimed_at, lane, seq, run_head, attempts FROM baton_running
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
    INSERT INTO baton_attempt (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
    SELECT mine.id, mine.attempts, its_fence, 'DONE', '', '', its_result, mine.claimed_at, ended_when, true
    FROM mine WHERE mine.id = ANY (ARRAY (SELECT id FROM followed));
    RETURN FOUND;
END $$;
