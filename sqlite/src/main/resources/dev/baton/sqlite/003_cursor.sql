-- How far something outside was read into this store, and which node reads it; its fence counts how often it was taken.
CREATE TABLE baton_cursor (
    name     TEXT PRIMARY KEY,
    position TEXT,
    node     BLOB,
    fence    INTEGER NOT NULL,
    moved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
