-- Whether there is evidence of what happens to a job, or of what an operator did: an entry for each record about it.
ALTER TABLE baton_job ADD COLUMN witnessed boolean NOT NULL DEFAULT false;
ALTER TABLE baton_running ADD COLUMN witnessed boolean NOT NULL DEFAULT false;
ALTER TABLE baton_attempt ADD COLUMN witnessed boolean NOT NULL DEFAULT false;
ALTER TABLE baton_operator_action ADD COLUMN witnessed boolean NOT NULL DEFAULT false;

-- The chains of evidence: each entry has the hash of the one before it in its own.
CREATE TABLE baton_evidence (
    chain          text COLLATE "C" NOT NULL,
    number         bigint NOT NULL,
    previous       text   NOT NULL,
    hash           text   NOT NULL,
    record         bigint NOT NULL,
    kind           text   NOT NULL,
    job            uuid,
    turn           bigint,
    attempt        integer,
    fence          bigint,
    node           uuid,
    claimed_at     bigint,
    ended_at       bigint NOT NULL,
    code           text,
    payload_sha256 text,
    message_sha256 text,
    result_sha256  text,
    facts_sha256   text,
    target         text,
    who            text,
    before         text,
    after          text,
    PRIMARY KEY (chain, number)
);

CREATE UNIQUE INDEX baton_evidence_attempt ON baton_evidence (job, record) WHERE job IS NOT NULL;
CREATE UNIQUE INDEX baton_evidence_action ON baton_evidence (record) WHERE job IS NULL;

-- Where each chain ends. Who appends to some locks them last of all, in the order of their names.
CREATE TABLE baton_chain (
    name   text COLLATE "C" PRIMARY KEY,
    number bigint NOT NULL,
    hash   text   NOT NULL
);

-- Where a chain begins whose beginning was pruned, and when the last of that had ended.
CREATE TABLE baton_anchor (
    chain    text COLLATE "C" PRIMARY KEY,
    number   bigint NOT NULL,
    hash     text   NOT NULL,
    until_at bigint NOT NULL
);

-- Every value with its length before it, so that no two entries read the same; -1 for what is not there.
CREATE FUNCTION baton_evidence_hash(said text[]) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $$
DECLARE
    form bytea := '';
    word text;
    bytes bytea;
BEGIN
    FOREACH word IN ARRAY said LOOP
        bytes := coalesce(convert_to(word, 'UTF8'), '');
        form := form || int4send(CASE WHEN word IS NULL THEN -1 ELSE octet_length(bytes) END) || bytes;
    END LOOP;
    RETURN encode(sha256(form), 'hex');
END $$;

CREATE FUNCTION baton_sha256(said text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT
    AS $$ SELECT encode(sha256(convert_to(said, 'UTF8')), 'hex') $$;

-- Makes a chain longer by one entry. Whoever else wants to waits for this transaction.
CREATE FUNCTION baton_append(said baton_evidence) RETURNS void
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
DECLARE
    last baton_chain;
BEGIN
    SELECT * INTO last FROM baton_chain WHERE name = said.chain FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        INSERT INTO baton_chain (name, number, hash) VALUES (said.chain, 0, '') ON CONFLICT (name) DO NOTHING;
        SELECT * INTO last FROM baton_chain WHERE name = said.chain FOR NO KEY UPDATE;
    END IF;
    said.number := last.number + 1;
    said.previous := last.hash;
    said.hash := baton_evidence_hash(ARRAY ['baton-evidence-1', said.chain, said.number::text, said.previous,
        said.record::text, said.kind, said.job::text, said.turn::text, said.attempt::text, said.fence::text, said.node::text,
        said.claimed_at::text, said.ended_at::text, said.code, said.payload_sha256, said.message_sha256, said.result_sha256,
        said.facts_sha256, said.target, said.who, said.before, said.after]);
    INSERT INTO baton_evidence (chain, number, previous, hash, record, kind, job, turn, attempt, fence, node, claimed_at,
            ended_at, code, payload_sha256, message_sha256, result_sha256, facts_sha256, target, who, before, after)
        VALUES (said.chain, said.number, said.previous, said.hash, said.record, said.kind, said.job, said.turn, said.attempt,
            said.fence, said.node, said.claimed_at, said.ended_at, said.code, said.payload_sha256, said.message_sha256,
            said.result_sha256, said.facts_sha256, said.target, said.who, said.before, said.after);
    UPDATE baton_chain SET number = said.number, hash = said.hash WHERE name = said.chain;
END $$;

-- Appends what was written down about witnessed jobs and by operators in this transaction; what an entry says is read from the
-- records themselves. It runs with the rights of the tables' owner, so that nobody else needs the right to write evidence. Lanes sort
-- before operators, so all chains are locked in the order of their names.
CREATE FUNCTION baton_witness(jobs uuid[], records bigint[], actions bigint[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET enable_seqscan = off
    SET enable_bitmapscan = off
    SET enable_hashjoin = off
    SET enable_mergejoin = off
    SET jit = off
    SET plan_cache_mode = force_generic_plan
    AS $$
DECLARE
    one record;
    said baton_evidence;
    appended integer := 0;
BEGIN
    FOR one IN
        SELECT a.seq, a.job, a.number, a.fence, a.node, a.kind, a.code, a.message, a.result, a.facts, a.claimed_at, a.ended_at,
            j.lane, j.seq AS turn, j.sha256
        FROM unnest(jobs, records) AS w (job, record)
        CROSS JOIN LATERAL (SELECT * FROM baton_attempt WHERE job = w.job AND seq = w.record OFFSET 0) a
        CROSS JOIN LATERAL (SELECT lane, seq, sha256 FROM baton_job WHERE id = w.job OFFSET 0) j
        ORDER BY j.lane COLLATE "C", a.seq
    LOOP
        said := NULL;
        said.chain := 'lane ' || one.lane;
        said.record := one.seq;
        said.kind := one.kind;
        said.job := one.job;
        said.turn := one.turn;
        said.attempt := one.number;
        said.fence := one.fence;
        said.node := one.node;
        said.claimed_at := one.claimed_at;
        said.ended_at := one.ended_at;
        said.code := one.code;
        said.payload_sha256 := one.sha256;
        said.message_sha256 := baton_sha256(one.message);
        said.result_sha256 := baton_sha256(one.result);
        said.facts_sha256 := baton_sha256(one.facts);
        PERFORM baton_append(said);
        appended := appended + 1;
    END LOOP;
    FOR one IN
        SELECT o.* FROM unnest(actions) AS w (record)
        CROSS JOIN LATERAL (SELECT * FROM baton_operator_action WHERE seq = w.record OFFSET 0) o
        ORDER BY o.seq
    LOOP
        said := NULL;
        said.chain := 'operators';
        said.record := one.seq;
        said.kind := one.act;
        said.ended_at := one.at;
        said.message_sha256 := baton_sha256(one.why);
        said.target := one.target;
        said.who := one.who;
        said.before := one.before;
        said.after := one.after;
        PERFORM baton_append(said);
        appended := appended + 1;
    END LOOP;
    IF appended <> cardinality(jobs) + cardinality(actions) THEN
        RAISE EXCEPTION 'there is nothing to be witnessed' USING ERRCODE = 'P0001';
    END IF;
    RETURN appended;
END $$;

-- Removes the beginning of a chain, up to and with this entry, which stays as its anchor. False if there is no such entry.
CREATE FUNCTION baton_prune_evidence(its_chain text, up_to bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET enable_seqscan = off
    SET jit = off
    AS $$
BEGIN
    PERFORM 1 FROM baton_chain WHERE name = its_chain FOR NO KEY UPDATE;
    INSERT INTO baton_anchor AS mine (chain, number, hash, until_at)
        SELECT e.chain, e.number, e.hash,
            (SELECT max(ended_at) FROM baton_evidence WHERE chain = its_chain AND number <= up_to)
        FROM baton_evidence e WHERE e.chain = its_chain AND e.number = up_to
        ON CONFLICT (chain) DO UPDATE
        SET number = excluded.number, hash = excluded.hash, until_at = greatest(mine.until_at, excluded.until_at);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM baton_evidence WHERE chain = its_chain AND number <= up_to;
    RETURN true;
END $$;

REVOKE ALL ON FUNCTION baton_append(baton_evidence) FROM PUBLIC;
REVOKE ALL ON FUNCTION baton_witness(uuid[], bigint[], bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION baton_prune_evidence(text, bigint) FROM PUBLIC;

-- What was written stays as it is. An entry follows the last one of its chain; it is removed only up to an anchor, which is one of
-- the entries, and only moves on.
CREATE FUNCTION baton_keep_evidence() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (SELECT 1 FROM baton_chain
                WHERE name = NEW.chain AND number + 1 = NEW.number AND hash = NEW.previous) THEN
            RETURN NEW;
        END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM baton_anchor WHERE chain = OLD.chain AND number >= OLD.number) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'evidence is appended, and neither changed nor removed but up to an anchor' USING ERRCODE = 'P0001';
END $$;

CREATE FUNCTION baton_keep_chain() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.number = 0 AND NEW.hash = '' THEN
            RETURN NEW;
        END IF;
    ELSIF TG_OP = 'UPDATE' THEN
        IF NEW.name = OLD.name AND NEW.number = OLD.number + 1 AND EXISTS (SELECT 1 FROM baton_evidence
                WHERE chain = NEW.name AND number = NEW.number AND hash = NEW.hash) THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the head of a chain moves on by one entry' USING ERRCODE = 'P0001';
END $$;

CREATE FUNCTION baton_keep_anchor() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
BEGIN
    IF TG_OP IN ('INSERT', 'UPDATE') THEN
        IF EXISTS (SELECT 1 FROM baton_evidence WHERE chain = NEW.chain AND number = NEW.number AND hash = NEW.hash)
                AND (TG_OP = 'INSERT' OR (NEW.chain = OLD.chain AND NEW.number > OLD.number)) THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'an anchor is an entry, and only moves on' USING ERRCODE = 'P0001';
END $$;

CREATE FUNCTION baton_keep_witnessed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'what was witnessed is neither changed nor removed' USING ERRCODE = 'P0001';
END $$;

CREATE TRIGGER baton_evidence_kept BEFORE INSERT OR UPDATE OR DELETE ON baton_evidence
    FOR EACH ROW EXECUTE FUNCTION baton_keep_evidence();
CREATE TRIGGER baton_evidence_not_emptied BEFORE TRUNCATE ON baton_evidence
    FOR EACH STATEMENT EXECUTE FUNCTION baton_keep_evidence();
CREATE TRIGGER baton_chain_kept BEFORE INSERT OR UPDATE OR DELETE ON baton_chain
    FOR EACH ROW EXECUTE FUNCTION baton_keep_chain();
CREATE TRIGGER baton_chain_not_emptied BEFORE TRUNCATE ON baton_chain
    FOR EACH STATEMENT EXECUTE FUNCTION baton_keep_chain();
CREATE TRIGGER baton_anchor_kept BEFORE INSERT OR UPDATE OR DELETE ON baton_anchor
    FOR EACH ROW EXECUTE FUNCTION baton_keep_anchor();
CREATE TRIGGER baton_anchor_not_emptied BEFORE TRUNCATE ON baton_anchor
    FOR EACH STATEMENT EXECUTE FUNCTION baton_keep_anchor();
CREATE TRIGGER baton_attempt_kept BEFORE UPDATE OR DELETE ON baton_attempt
    FOR EACH ROW WHEN (OLD.witnessed) EXECUTE FUNCTION baton_keep_witnessed();
CREATE TRIGGER baton_operator_action_kept BEFORE UPDATE OR DELETE ON baton_operator_action
    FOR EACH ROW WHEN (OLD.witnessed) EXECUTE FUNCTION baton_keep_witnessed();

-- As before, for programs that append no evidence: what is witnessed is not for them.
CREATE OR REPLACE FUNCTION baton_pass_on(ended_job uuid, its_fence bigint, its_result text, ended_when bigint) RETURNS boolean
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
        WHERE id = ended_job AND fence = its_fence AND key_scope IS NULL AND NOT witnessed
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

-- As before, with the evidence, and also for jobs whose key is theirs for ever, as there is nothing to give up.
CREATE OR REPLACE FUNCTION baton_pass_on(ended_job uuid, its_fence bigint, its_result text, its_facts text, ended_when bigint) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    SET enable_seqscan = off
    SET enable_bitmapscan = off
    SET jit = off
    SET plan_cache_mode = force_generic_plan
    AS $$
DECLARE
    written record;
BEGIN
    WITH mine AS MATERIALIZED (
        SELECT id, node, claimed_at, lane, seq, run_head, attempts, key_scope, witnessed FROM baton_running
        WHERE id = ended_job AND fence = its_fence AND (key_scope IS NULL OR key_scope = 'FOREVER')
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
        (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable,
        witnessed)
    SELECT mine.id, mine.attempts, its_fence, mine.node, 'DONE', '', '', its_result, its_facts, mine.claimed_at, ended_when,
        mine.key_scope IS NULL AND NOT mine.witnessed, mine.witnessed
    FROM mine WHERE mine.id = ANY (ARRAY (SELECT id FROM followed))
    RETURNING seq, baton_attempt.witnessed INTO written;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF written.witnessed THEN
        PERFORM baton_witness(ARRAY [ended_job], ARRAY [written.seq], ARRAY[]::bigint[]);
    END IF;
    RETURN true;
END $$;
