-- What a job is; written once, but for its data, which may be removed. Its key stands here too, so that a dead job can take
-- it back.
CREATE TABLE baton_job (
    id         BLOB PRIMARY KEY,
    queue      TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    lane       TEXT,
    seq        INTEGER,
    replaces   BLOB,
    payload    TEXT    NOT NULL,
    sha256     TEXT    NOT NULL,
    label      TEXT    NOT NULL,
    priority   INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    key_scope  TEXT,
    key        TEXT
) STRICT;

CREATE INDEX baton_job_type ON baton_job (type, id);
-- A number is given out once, and the next one is found at the end of its lane.
CREATE UNIQUE INDEX baton_job_lane ON baton_job (lane, seq) WHERE lane IS NOT NULL;
CREATE INDEX baton_job_lane_id ON baton_job (lane, id) WHERE lane IS NOT NULL;

-- The highest number of a lane that was pruned: no number is given out twice, even if nothing is left of its job.
CREATE TABLE baton_lane (
    name  TEXT PRIMARY KEY,
    floor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where it stands: in one of the next three, or nowhere once it is over. What is ready may be claimed once it is due; what
-- is behind waits for its key. Doubt is the fence of the first attempt of which nobody knows the end, 0 if there is none.
CREATE TABLE baton_pending (
    id            BLOB PRIMARY KEY,
    queue         TEXT    NOT NULL,
    type          TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    lane          TEXT,
    seq           INTEGER,
    priority      INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,
    ready         INTEGER NOT NULL,
    behind        INTEGER NOT NULL,
    retrying      INTEGER NOT NULL,
    attempts      INTEGER NOT NULL,
    failures      INTEGER NOT NULL,
    lost          INTEGER NOT NULL,
    cancel_wanted INTEGER NOT NULL,
    doubt         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- In the order of claims. What follows the id is there so that neither a claim nor a count has to look at the table.
CREATE INDEX baton_pending_ready ON baton_pending (queue, type, version, priority DESC, due_at, id, lost, retrying)
    WHERE ready = 1;
-- The few that were lost before, to be found among very many that were not.
CREATE INDEX baton_pending_lost ON baton_pending (queue, type, version, priority DESC, due_at, id)
    WHERE ready = 1 AND lost > 0;
CREATE INDEX baton_pending_waiting ON baton_pending (queue, type, version, id) WHERE ready = 0;
CREATE INDEX baton_pending_lane ON baton_pending (lane, seq) WHERE lane IS NOT NULL;
CREATE UNIQUE INDEX baton_pending_head ON baton_pending (lane) WHERE ready = 1 AND lane IS NOT NULL;

CREATE TABLE baton_running (
    id             BLOB PRIMARY KEY,
    node           BLOB    NOT NULL,
    fence          INTEGER NOT NULL,
    claimed_at     INTEGER NOT NULL,
    attempts       INTEGER NOT NULL,
    failures       INTEGER NOT NULL,
    lost           INTEGER NOT NULL,
    lane           TEXT,
    seq            INTEGER,
    run_head       INTEGER NOT NULL,
    limit_attempts INTEGER NOT NULL,
    limit_losses   INTEGER NOT NULL,
    crash          TEXT    NOT NULL,
    parked_head    TEXT    NOT NULL,
    cancel_wanted  INTEGER NOT NULL,
    doubt          INTEGER NOT NULL,
    progress_done  INTEGER,
    progress_total INTEGER,
    progress_text  TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX baton_running_lane ON baton_running (lane, seq) WHERE lane IS NOT NULL;

CREATE TABLE baton_parked (
    id       BLOB PRIMARY KEY,
    queue    TEXT    NOT NULL,
    type     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    lane     TEXT,
    seq      INTEGER,
    blocks   INTEGER NOT NULL,
    held     INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    lost     INTEGER NOT NULL,
    crash    TEXT    NOT NULL,
    doubt    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX baton_parked_route ON baton_parked (queue, type, version, held DESC, id);
-- What is passed over is not in it, or every look at a lane would read it again.
CREATE INDEX baton_parked_lane ON baton_parked (lane, seq) WHERE blocks = 1 AND lane IS NOT NULL;

-- What its attempts kept for those after them, as JSON.
CREATE TABLE baton_checkpoint (
    job  BLOB PRIMARY KEY,
    json TEXT NOT NULL
) STRICT;

-- What happened; never edited, and removed only with the whole job. One final row per job, which is prunable unless a FOREVER
-- key goes on answering for the job.
CREATE TABLE baton_attempt (
    seq        INTEGER PRIMARY KEY,
    job        BLOB    NOT NULL,
    number     INTEGER NOT NULL,
    fence      INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    code       TEXT    NOT NULL,
    message    TEXT    NOT NULL,
    result     TEXT,
    claimed_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    prunable   INTEGER NOT NULL
) STRICT;

CREATE INDEX baton_attempt_job ON baton_attempt (job, seq);
CREATE UNIQUE INDEX baton_attempt_final ON baton_attempt (job) WHERE kind IN ('DONE', 'CANCELLED');
-- In the order of pruning. What is never pruned is not in it, or every step would read it again.
CREATE INDEX baton_attempt_prunable ON baton_attempt (ended_at, job) WHERE prunable = 1;

CREATE TABLE baton_key (
    type     TEXT NOT NULL,
    scope    TEXT NOT NULL,
    key      TEXT NOT NULL,
    job      BLOB NOT NULL,
    next_job BLOB,
    PRIMARY KEY (type, scope, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE baton_node (
    id   BLOB PRIMARY KEY,
    beat INTEGER NOT NULL,
    live INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- On which routes a live node takes jobs; gone when it ends.
CREATE TABLE baton_node_route (
    node    BLOB    NOT NULL,
    queue   TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (queue, type, version, node)
) STRICT, WITHOUT ROWID;

-- What is turned off: a row per switch, until it is turned on.
CREATE TABLE baton_switch (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE baton_operator_action (
    seq    INTEGER PRIMARY KEY,
    act    TEXT    NOT NULL,
    target TEXT    NOT NULL,
    who    TEXT    NOT NULL,
    why    TEXT    NOT NULL,
    before TEXT    NOT NULL,
    after  TEXT    NOT NULL,
    at     INTEGER NOT NULL
) STRICT;

-- The last fence that was given out; one row.
CREATE TABLE baton_fence (last INTEGER NOT NULL) STRICT;
INSERT INTO baton_fence (last) VALUES (0);
