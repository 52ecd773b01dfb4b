-- What all nodes together are kept to: how many jobs at once, and how many begin in a period, in microseconds. What is left of a rate is
-- counted in parts of tokens, as many for a token as its period has microseconds. Declared is what code said last.
CREATE TABLE baton_limit (
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

-- Which jobs count for a limit. Each does for as long as it runs under this fence, whoever ends it; who claims next removes the others.
CREATE TABLE baton_limit_slot (
    kind  TEXT    NOT NULL,
    name  TEXT    NOT NULL,
    job   BLOB    NOT NULL,
    fence INTEGER NOT NULL,
    PRIMARY KEY (kind, name, job, fence)
) STRICT, WITHOUT ROWID;
