-- Whether there is evidence of what happens to a job, or of what an operator did: an entry for each record about it.
ALTER TABLE baton_job ADD COLUMN witnessed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE baton_attempt ADD COLUMN witnessed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE baton_operator_action ADD COLUMN witnessed INTEGER NOT NULL DEFAULT 0;
-- Whether a job is witnessed, without a look at the job.
CREATE INDEX baton_job_witnessed ON baton_job (id) WHERE witnessed = 1;

-- The chains of evidence: each entry has the hash of the one before it in its own.
CREATE TABLE baton_evidence (
    chain          TEXT    NOT NULL,
    number         INTEGER NOT NULL,
    previous       TEXT    NOT NULL,
    hash           TEXT    NOT NULL,
    record         INTEGER NOT NULL,
    kind           TEXT    NOT NULL,
    job            BLOB,
    turn           INTEGER,
    attempt        INTEGER,
    fence          INTEGER,
    node           TEXT,
    claimed_at     INTEGER,
    ended_at       INTEGER NOT NULL,
    code           TEXT,
    payload_sha256 TEXT,
    message_sha256 TEXT,
    result_sha256  TEXT,
    facts_sha256   TEXT,
    target         TEXT,
    who            TEXT,
    before         TEXT,
    after          TEXT,
    PRIMARY KEY (chain, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX baton_evidence_attempt ON baton_evidence (job, record) WHERE job IS NOT NULL;
CREATE UNIQUE INDEX baton_evidence_action ON baton_evidence (record) WHERE job IS NULL;

-- Where each chain ends.
CREATE TABLE baton_chain (
    name   TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    hash   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a chain begins whose beginning was pruned, and when the last of that had ended.
CREATE TABLE baton_anchor (
    chain    TEXT PRIMARY KEY,
    number   INTEGER NOT NULL,
    hash     TEXT    NOT NULL,
    until_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was written stays as it is. An entry follows the last one of its chain; it is removed only up to an anchor, which is one of
-- the entries, and only moves on.
CREATE TRIGGER baton_evidence_insert BEFORE INSERT ON baton_evidence
    WHEN NEW.number <> 1 + coalesce((SELECT number FROM baton_chain WHERE name = NEW.chain), 0)
        OR NEW.previous <> coalesce((SELECT hash FROM baton_chain WHERE name = NEW.chain), '')
    BEGIN SELECT RAISE(ABORT, 'an entry of evidence follows the last one of its chain'); END;
CREATE TRIGGER baton_evidence_update BEFORE UPDATE ON baton_evidence
    BEGIN SELECT RAISE(ABORT, 'evidence is never changed'); END;
CREATE TRIGGER baton_evidence_delete BEFORE DELETE ON baton_evidence
    WHEN NOT EXISTS (SELECT 1 FROM baton_anchor WHERE chain = OLD.chain AND number >= OLD.number)
    BEGIN SELECT RAISE(ABORT, 'evidence is never removed but up to an anchor'); END;
CREATE TRIGGER baton_chain_insert BEFORE INSERT ON baton_chain
    WHEN NEW.number <> 1 OR EXISTS (SELECT 1 FROM baton_chain WHERE name = NEW.name)
    BEGIN SELECT RAISE(ABORT, 'a chain begins with its first entry'); END;
CREATE TRIGGER baton_chain_update BEFORE UPDATE ON baton_chain
    WHEN NEW.name <> OLD.name OR NEW.number <> OLD.number + 1
        OR NOT EXISTS (SELECT 1 FROM baton_evidence WHERE chain = NEW.name AND number = NEW.number AND hash = NEW.hash)
    BEGIN SELECT RAISE(ABORT, 'the head of a chain moves on by one entry'); END;
CREATE TRIGGER baton_chain_delete BEFORE DELETE ON baton_chain
    BEGIN SELECT RAISE(ABORT, 'a chain is never removed'); END;
CREATE TRIGGER baton_anchor_insert BEFORE INSERT ON baton_anchor
    WHEN EXISTS (SELECT 1 FROM baton_anchor WHERE chain = NEW.chain AND number >= NEW.number)
        OR NOT EXISTS (SELECT 1 FROM baton_evidence WHERE chain = NEW.chain AND number = NEW.number AND hash = NEW.hash)
    BEGIN SELECT RAISE(ABORT, 'an anchor is an entry, and only moves on'); END;
CREATE TRIGGER baton_anchor_update BEFORE UPDATE ON baton_anchor
    WHEN NEW.chain <> OLD.chain OR NEW.number <= OLD.number
        OR NOT EXISTS (SELECT 1 FROM baton_evidence WHERE chain = NEW.chain AND number = NEW.number AND hash = NEW.hash)
    BEGIN SELECT RAISE(ABORT, 'an anchor is an entry, and only moves on'); END;
CREATE TRIGGER baton_anchor_delete BEFORE DELETE ON baton_anchor
    BEGIN SELECT RAISE(ABORT, 'an anchor is never removed'); END;
CREATE TRIGGER baton_attempt_witnessed_update BEFORE UPDATE ON baton_attempt WHEN OLD.witnessed = 1
    BEGIN SELECT RAISE(ABORT, 'what was witnessed is never changed'); END;
CREATE TRIGGER baton_attempt_witnessed_delete BEFORE DELETE ON baton_attempt WHEN OLD.witnessed = 1
    BEGIN SELECT RAISE(ABORT, 'what was witnessed is never removed'); END;
CREATE TRIGGER baton_action_witnessed_update BEFORE UPDATE ON baton_operator_action WHEN OLD.witnessed = 1
    BEGIN SELECT RAISE(ABORT, 'what was witnessed is never changed'); END;
CREATE TRIGGER baton_action_witnessed_delete BEFORE DELETE ON baton_operator_action WHEN OLD.witnessed = 1
    BEGIN SELECT RAISE(ABORT, 'what was witnessed is never removed'); END;
