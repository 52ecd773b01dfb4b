-- Whether others of its lane may have begun before its end was written down: of a strict run the first has, at most.
ALTER TABLE baton_running ADD COLUMN replayable boolean NOT NULL DEFAULT true;
