-- How far something outside was read into this store, and which node reads it; its fence counts how often it was taken.
CREATE TABLE baton_cursor (
    name     text COLLATE "C" PRIMARY KEY,
    position text,
    node     uuid,
    fence    bigint NOT NULL,
    moved_at bigint NOT NULL
);
