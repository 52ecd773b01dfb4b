-- Times are microseconds since 1970, as the store's clock tells them. Names sort by their bytes, as they do everywhere else.

-- Which store this is: who is handed a connection can tell whether it leads here. And which server it was on last, and in which of
-- its histories: another one may have forgotten what was given out last.
CREATE TABLE baton_store (
    id       uuid PRIMARY KEY,
    system   text,
    timeline text
);
INSERT INTO baton_store (id) VALUES (gen_random_uuid());

-- What a job is; written once, but for its data, which may be removed. Its key stands here too, so that a dead job can take
-- it back.
CREATE TABLE baton_job (
    id         uuid PRIMARY KEY,
    queue      text COLLATE "C" NOT NULL,
    type       text COLLATE "C" NOT NULL,
    version    integer  NOT NULL,
    lane       text COLLATE "C",
    seq        bigint,
    replaces   uuid,
    payload    text     NOT NULL,
    sha256     text     NOT NULL,
    label      text     NOT NULL,
    priority   integer  NOT NULL,
    created_at bigint   NOT NULL,
    key_scope  text COLLATE "C",
    key        text COLLATE "C"
);

CREATE INDEX baton_job_type ON baton_job (type, id);
-- A number is given out once, and the next one is found at the end of its lane.
CREATE UNIQUE INDEX baton_job_lane ON baton_job (lane, seq) WHERE lane IS NOT NULL;
CREATE INDEX baton_job_lane_id ON baton_job (lane, id) WHERE lane IS NOT NULL;

-- A lane: its producers wait for each other here, as each takes the next number. It is locked, and never changed.
CREATE TABLE baton_lane (
    name text COLLATE "C" PRIMARY KEY
);

-- The same for those who settle it, who do not wait for each other. A row of its own, made with that of the lane: such locks are
-- kept in the rows, while the server has room for only so many others.
CREATE TABLE baton_gate (
    lane text COLLATE "C" PRIMARY KEY
);

-- The highest number of a lane that was pruned: no number is given out twice, even if nothing is left of its job. Who prunes does
-- not wait for producers, nor they for him.
CREATE TABLE baton_floor (
    lane  text COLLATE "C" PRIMARY KEY,
    floor bigint NOT NULL
);

-- Lanes that may have to be settled once more, as somebody who was in the middle of it could not be waited for; looked at less
-- often the longer that takes.
CREATE TABLE baton_lane_note (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lane    text COLLATE "C" NOT NULL,
    looks   integer NOT NULL DEFAULT 0,
    look_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX baton_lane_note_due ON baton_lane_note (look_at);

-- Where it stands: in one of the next three, or nowhere once it is over. What is ready may be claimed once it is due; what
-- is behind waits for its key. Doubt is the fence of the first attempt of which nobody knows the end, 0 if there is none.
CREATE TABLE baton_pending (
    id            uuid PRIMARY KEY,
    queue         text COLLATE "C" NOT NULL,
    type          text COLLATE "C" NOT NULL,
    version       integer NOT NULL,
    lane          text COLLATE "C",
    seq           bigint,
    priority      integer NOT NULL,
    due_at        bigint  NOT NULL,
    ready         boolean NOT NULL,
    behind        boolean NOT NULL,
    retrying      boolean NOT NULL,
    attempts      integer NOT NULL,
    failures      integer NOT NULL,
    lost          integer NOT NULL,
    cancel_wanted boolean NOT NULL,
    doubt         bigint  NOT NULL
);

-- In the order of claims.
CREATE INDEX baton_pending_ready ON baton_pending (queue, type, version, priority DESC, due_at, id) WHERE ready;
-- The few that were lost before, to be found among very many that were not.
CREATE INDEX baton_pending_lost ON baton_pending (queue, type, version, priority DESC, due_at, id)
    WHERE ready AND lost > 0;
CREATE INDEX baton_pending_waiting ON baton_pending (queue, type, version, id) WHERE NOT ready;
CREATE INDEX baton_pending_lane ON baton_pending (lane, seq) WHERE lane IS NOT NULL;
-- Of a lane one is ready, or none.
CREATE UNIQUE INDEX baton_pending_head ON baton_pending (lane) WHERE ready AND lane IS NOT NULL;

-- Written once and removed once, and never changed: a handler may end its job in a transaction that sees it as it was before.
CREATE TABLE baton_running (
    id             uuid PRIMARY KEY,
    node           uuid    NOT NULL,
    fence          bigint  NOT NULL,
    claimed_at     bigint  NOT NULL,
    queue          text COLLATE "C" NOT NULL,
    type           text COLLATE "C" NOT NULL,
    version        integer NOT NULL,
    priority       integer NOT NULL,
    lane           text COLLATE "C",
    seq            bigint,
    run_head       bigint  NOT NULL,
    key_scope      text COLLATE "C",
    attempts       integer NOT NULL,
    failures       integer NOT NULL,
    lost           integer NOT NULL,
    limit_attempts integer NOT NULL,
    limit_losses   integer NOT NULL,
    crash          text    NOT NULL,
    parked_head    text    NOT NULL,
    cancel_wanted  boolean NOT NULL,
    doubt          bigint  NOT NULL
);

CREATE INDEX baton_running_node ON baton_running (node, fence);
CREATE INDEX baton_running_lane ON baton_running (lane, seq) WHERE lane IS NOT NULL;

-- What is said of running jobs: how far they are, and that somebody wants them cancelled. It counts under the fence it was said
-- of. A job that ends in its handler's transaction leaves it behind, until its engine asks what came of it or the job is pruned.
CREATE TABLE baton_progress (
    job   uuid PRIMARY KEY,
    fence bigint NOT NULL,
    done  bigint NOT NULL,
    total bigint NOT NULL,
    text  text   NOT NULL
);

CREATE TABLE baton_cancel (
    job   uuid PRIMARY KEY,
    fence bigint NOT NULL
);

CREATE TABLE baton_parked (
    id       uuid PRIMARY KEY,
    queue    text COLLATE "C" NOT NULL,
    type     text COLLATE "C" NOT NULL,
    version  integer NOT NULL,
    lane     text COLLATE "C",
    seq      bigint,
    blocks   boolean NOT NULL,
    held     boolean NOT NULL,
    attempts integer NOT NULL,
    failures integer NOT NULL,
    lost     integer NOT NULL,
    crash    text    NOT NULL,
    doubt    bigint  NOT NULL
);

CREATE INDEX baton_parked_route ON baton_parked (queue, type, version, held DESC, id);
-- What is passed over is not in it, or every look at a lane would read it again.
CREATE INDEX baton_parked_lane ON baton_parked (lane, seq) WHERE blocks AND lane IS NOT NULL;

-- What its attempts kept for those after them, as JSON.
CREATE TABLE baton_checkpoint (
    job  uuid PRIMARY KEY,
    json text NOT NULL
);

-- What happened; never edited, and removed only with the whole job. One final row per job, which is prunable unless a FOREVER
-- key goes on answering for the job.
CREATE TABLE baton_attempt (
    seq        bigint GENERATED ALWAYS AS IDENTITY,
    job        uuid    NOT NULL,
    number     integer NOT NULL,
    fence      bigint  NOT NULL,
    kind       text    NOT NULL,
    code       text COLLATE "C" NOT NULL,
    message    text    NOT NULL,
    result     text,
    claimed_at bigint  NOT NULL,
    ended_at   bigint  NOT NULL,
    prunable   boolean NOT NULL,
    PRIMARY KEY (job, seq)
);

CREATE UNIQUE INDEX baton_attempt_final ON baton_attempt (job) WHERE kind IN ('DONE', 'CANCELLED');
-- In the order of pruning. What is never pruned is not in it, or every step would read it again.
CREATE INDEX baton_attempt_prunable ON baton_attempt (ended_at, job) WHERE prunable;

-- Who has a unique key, and who is to have it next, each in a row of its own: who promises it to a next one does not hold up
-- the one who has it.
CREATE TABLE baton_key (
    type  text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL,
    key   text COLLATE "C" NOT NULL,
    heir  boolean NOT NULL,
    job   uuid NOT NULL,
    PRIMARY KEY (type, scope, key, heir)
);

CREATE INDEX baton_key_job ON baton_key (job);

-- Keys that were promised while whoever had them may just have ended, and may have to be handed over.
CREATE TABLE baton_key_note (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type    text COLLATE "C" NOT NULL,
    key     text COLLATE "C" NOT NULL,
    looks   integer NOT NULL DEFAULT 0,
    look_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX baton_key_note_due ON baton_key_note (look_at);

-- Who lives. An id is never used twice; those of the long dead are forgotten.
CREATE TABLE baton_node (
    id       uuid PRIMARY KEY,
    beat     bigint  NOT NULL,
    live     boolean NOT NULL,
    ended_at timestamptz
);

CREATE INDEX baton_node_live ON baton_node (id) WHERE live;
CREATE INDEX baton_node_ended ON baton_node (ended_at) WHERE NOT live;

-- On which routes a live node takes jobs; gone when it ends.
CREATE TABLE baton_node_route (
    node    uuid    NOT NULL,
    queue   text COLLATE "C" NOT NULL,
    type    text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (queue, type, version, node)
);

-- What is turned off: a row per switch, until it is turned on.
CREATE TABLE baton_switch (
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, name)
);

CREATE TABLE baton_operator_action (
    seq    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    act    text   NOT NULL,
    target text   NOT NULL,
    who    text   NOT NULL,
    why    text   NOT NULL,
    before text   NOT NULL,
    after  text   NOT NULL,
    at     bigint NOT NULL
);

-- Every claim takes one number: larger than any before it, and never given back.
CREATE SEQUENCE baton_fence;

-- The end of the archive: removes jobs that ended before a time, at most so many, and answers how many these were. It runs with the
-- rights of the tables' owner, so that nobody else needs the right to remove what happened; and by indexes, whatever was in the
-- tables when it was first called.
CREATE FUNCTION baton_prune(ended_before bigint, at_most integer) RETURNS integer
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
        WHERE prunable AND ended_at < ended_before
        ORDER BY ended_at, job LIMIT at_most FOR UPDATE SKIP LOCKED) a;
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

REVOKE ALL ON FUNCTION baton_prune(bigint, integer) FROM PUBLIC;
