-- Jobs that come again and again; a row changes its revision with everything that is changed about it.
CREATE TABLE baton_schedule (
    name         text COLLATE "C" PRIMARY KEY,
    revision     bigint  NOT NULL,
    in_code      boolean NOT NULL,
    timing       text    NOT NULL,
    catch_up     text    NOT NULL,
    overlap      text    NOT NULL,
    queue        text    NOT NULL,
    type         text    NOT NULL,
    version      integer NOT NULL,
    payload      text    NOT NULL,
    sha256       text    NOT NULL,
    label        text    NOT NULL,
    priority     integer NOT NULL,
    lane         text,
    witnessed    boolean NOT NULL,
    fire_time_in text,
    definition   text    NOT NULL,
    paused       boolean NOT NULL,
    next_at      bigint,
    last_at      bigint,
    last_job     uuid
) WITH (fillfactor = 80);

-- What is due, longest first.
CREATE INDEX baton_schedule_due ON baton_schedule (next_at, name) WHERE NOT paused AND next_at IS NOT NULL;
-- What programs name when they start.
CREATE INDEX baton_schedule_in_code ON baton_schedule (name) WHERE in_code;
