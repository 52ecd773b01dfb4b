-- Who had an attempt, and what its handler told of it; not known of those that were written down before.
ALTER TABLE baton_attempt ADD COLUMN node BLOB;
ALTER TABLE baton_attempt ADD COLUMN facts TEXT;
