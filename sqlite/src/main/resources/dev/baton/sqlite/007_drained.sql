-- Of which drains something was claimed since they last came to their end. One row is enough, as there is one writer.
CREATE TABLE baton_drain_note (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
