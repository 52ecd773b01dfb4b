-- As baton_prune, for jobs that are named: removes those of them that are over and that nothing keeps, and answers how many these
-- were. What somebody else is about to remove is left to him.
CREATE FUNCTION baton_remove(these uuid[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET enable_seqscan = off
    SET enable_bitmapscan = off
    SET enable_hashjoin = off
    SET enable_mergejoin = off
    SET jit = off
    AS $$
DECLARE
    old uuid[];
BEGIN
    SELECT coalesce(array_agg(a.job), '{}') INTO old FROM (
        SELECT job FROM baton_attempt
        WHERE job = ANY (these) AND prunable AND kind IN ('DONE', 'CANCELLED')
        ORDER BY job FOR UPDATE SKIP LOCKED) a;
    INSERT INTO baton_floor AS f (lane, floor)
        SELECT j.lane, max(j.seq) FROM unnest(old) AS o (id)
        CROSS JOIN LATERAL (SELECT lane, seq FROM baton_job WHERE id = o.id AND lane IS NOT NULL OFFSET 0) j
        GROUP BY j.lane ORDER BY j.lane
        ON CONFLICT (lane) DO UPDATE SET floor = greatest(f.floor, excluded.floor);
    DELETE FROM baton_attempt WHERE job = ANY (old);
    DELETE FROM baton_checkpoint WHERE job = ANY (old);
    DELETE FROM baton_progress WHERE job = ANY (old);
    DELETE FROM baton_cancel WHERE job = ANY (old);
    DELETE FROM baton_job WHERE id = ANY (old);
    RETURN cardinality(old);
END $$;

REVOKE ALL ON FUNCTION baton_remove(uuid[]) FROM PUBLIC;
