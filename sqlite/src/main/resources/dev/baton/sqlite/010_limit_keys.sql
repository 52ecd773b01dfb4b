-- What all nodes together are kept to for each limit key by itself, as in baton_limit. A table of its own: earlier versions know no such
-- limits, and neither read nor take anything that counts for one.
CREATE TABLE baton_limit_each (
    kind      TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    at_once   INTEGER,
    tokens    INTEGER,
    period    INTEGER,
    burst     INTEGER,
    parts     INTEGER NOT NULL,
    filled_at INTEGER NOT NULL,
    declared  TEXT    NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- What is left for a key of its rate, and the rate by which that was counted. A key that is missing has used nothing; what is full again is
-- removed after a while.
CREATE TABLE baton_limit_key (
    kind      TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    key       TEXT    NOT NULL,
    tokens    INTEGER,
    period    INTEGER,
    burst     INTEGER,
    parts     INTEGER NOT NULL,
    filled_at INTEGER NOT NULL,
    full_at   INTEGER NOT NULL,
    PRIMARY KEY (kind, name, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX baton_limit_key_full ON baton_limit_key (full_at);

-- Which jobs count for a key under a limit, as in baton_limit_slot.
CREATE TABLE baton_limit_key_slot (
    kind  TEXT    NOT NULL,
    name  TEXT    NOT NULL,
    key   TEXT    NOT NULL,
    job   BLOB    NOT NULL,
    fence INTEGER NOT NULL,
    PRIMARY KEY (kind, name, key, job, fence)
) STRICT, WITHOUT ROWID;
