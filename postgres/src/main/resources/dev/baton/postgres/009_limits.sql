-- What all nodes together are kept to: how many jobs at once, and how many begin in a period, in microseconds. What is left of a rate is
-- counted in parts of tokens, as many for a token as its period has microseconds. Declared is what code said last. Who claims under a
-- limit locks its row until that is committed; who cannot have it leaves it out.
CREATE TABLE baton_limit (
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

-- Which jobs count for a limit. Each does for as long as it runs under this fence, whoever ends it; who claims next removes the others.
CREATE TABLE baton_limit_slot (
    kind  text COLLATE "C" NOT NULL,
    name  text COLLATE "C" NOT NULL,
    job   uuid   NOT NULL,
    fence bigint NOT NULL,
    PRIMARY KEY (kind, name, job, fence)
);
