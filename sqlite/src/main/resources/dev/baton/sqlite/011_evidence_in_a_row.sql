-- Entries stand in the order in which they came, and are found by a small index. They stood by chain, each large, so that of very many
-- chains almost every entry had to make room among the others, in pages of its own: that took half the time of the whole end of a job.
CREATE TABLE baton_evidence_before AS SELECT * FROM baton_evidence;
DROP TABLE baton_evidence;
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
    after          TEXT
) STRICT;
INSERT INTO baton_evidence SELECT * FROM baton_evidence_before ORDER BY ended_at, chain, number;
DROP TABLE baton_evidence_before;

CREATE UNIQUE INDEX baton_evidence_chain ON baton_evidence (chain, number);
CREATE UNIQUE INDEX baton_evidence_attempt ON baton_evidence (job, record) WHERE job IS NOT NULL;
CREATE UNIQUE INDEX baton_evidence_action ON baton_evidence (record) WHERE job IS NULL;

-- As before: what was written stays as it is; nor does an entry take the place of another.
CREATE TRIGGER baton_evidence_insert BEFORE INSERT ON baton_evidence
    WHEN NEW.number <> 1 + coalesce((SELECT number FROM baton_chain WHERE name = NEW.chain), 0)
        OR NEW.previous <> coalesce((SELECT hash FROM baton_chain WHERE name = NEW.chain), '')
        OR EXISTS (SELECT 1 FROM baton_evidence WHERE rowid = NEW.rowid)
    BEGIN SELECT RAISE(ABORT, 'an entry of evidence follows the last one of its chain'); END;
CREATE TRIGGER baton_evidence_update BEFORE UPDATE ON baton_evidence
    BEGIN SELECT RAISE(ABORT, 'evidence is never changed'); END;
CREATE TRIGGER baton_evidence_delete BEFORE DELETE ON baton_evidence
    WHEN NOT EXISTS (SELECT 1 FROM baton_anchor WHERE chain = OLD.chain AND number >= OLD.number)
    BEGIN SELECT RAISE(ABORT, 'evidence is never removed but up to an anchor'); END;
