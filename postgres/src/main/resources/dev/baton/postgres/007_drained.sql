-- Something of a drain was claimed: a row for each claim, so that those who claim at once do not wait for each other. Who looks makes
-- one row of many, and the end of the drain takes away those it has seen.
CREATE TABLE baton_drain_note (
    name text COLLATE "C" NOT NULL,
    id   bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (name, id)
);
