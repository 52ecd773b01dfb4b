-- What all nodes together are kept to for each limit key by itself, as in baton_limit. A table of its own: earlier versions know no such
-- limits, and neither read nor take anything that counts for one.
CREATE TABLE baton_limit_each (
    kind      text COLLATE "C" NOT NULL,
    name      text COLLATE "C" NOT NULL,
    at_once   integer,
    tokens    integer,
    period    bigint,
    burst     integer,
    parts     bigint NOT NULL,
    filled_at bigint NOT NULL,
    declared  text   NOT NULL,
    PRIMARY KEY (kind, name)
);

-- A key under such a limit: what is left of its rate, and the rate by which that was counted. Who claims for a key locks its row until that is
-- committed; who cannot have it leaves the key out. A key that is missing has used nothing; what is full again is removed after a while.
CREATE TABLE baton_limit_key (
    kind      text COLLATE "C" NOT NULL,
    name      text COLLATE "C" NOT NULL,
    key       text COLLATE "C" NOT NULL,
    tokens    integer,
    period    bigint,
    burst     integer,
    parts     bigint NOT NULL,
    filled_at bigint NOT NULL,
    full_at   bigint NOT NULL,
    PRIMARY KEY (kind, name, key)
);

CREATE INDEX baton_limit_key_full ON baton_limit_key (full_at);

-- Which jobs count for a key under a limit, as in baton_limit_slot.
CREATE TABLE baton_limit_key_slot (
    kind  text COLLATE "C" NOT NULL,
    name  text COLLATE "C" NOT NULL,
    key   text COLLATE "C" NOT NULL,
    job   uuid   NOT NULL,
    fence bigint NOT NULL,
    PRIMARY KEY (kind, name, key, job, fence)
);
