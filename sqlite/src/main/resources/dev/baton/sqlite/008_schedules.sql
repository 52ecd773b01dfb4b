-- Jobs that come again and again; a row changes its revision with everything that is changed about it.
CREATE TABLE baton_schedule (
    name         TEXT    PRIMARY KEY,
    revision     INTEGER NOT NULL,
    in_code      INTEGER NOT NULL,
    timing       TEXT    NOT NULL,
    catch_up     TEXT    NOT NULL,
    overlap      TEXT    NOT NULL,
    queue        TEXT    NOT NULL,
    type         TEXT    NOT NULL,
    version      INTEGER NOT NULL,
    payload      TEXT    NOT NULL,
    sha256       TEXT    NOT NULL,
    label        TEXT    NOT NULL,
    priority     INTEGER NOT NULL,
    lane         TEXT,
    witnessed    INTEGER NOT NULL,
    fire_time_in TEXT,
    definition   TEXT    NOT NULL,
    paused       INTEGER NOT NULL,
    next_at      INTEGER,
    last_at      INTEGER,
    last_job     BLOB
) STRICT, WITHOUT ROWID;

-- What is due, longest first.
CREATE INDEX baton_schedule_due ON baton_schedule (next_at, name) WHERE paused = 0 AND next_at IS NOT NULL;
-- What programs name when they start.
CREATE INDEX baton_schedule_in_code ON baton_schedule (name) WHERE in_code = 1;
