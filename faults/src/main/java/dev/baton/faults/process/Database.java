package dev.baton.faults.process;

import dev.baton.checker.Archive;
import dev.baton.store.JobStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Where the jobs of a run are: for those who work on them, for the application, and for the judge. */
interface Database {

    /** What leads here, for processes that are told so in a word. */
    String url();

    /** As an engine has it. */
    JobStore open();

    /** As the application has it, for its own transactions. */
    Connection connect() throws SQLException;

    /** How far apart the clocks of those are who share it, at most. */
    Duration clocks();

    /** As the judge has it. */
    Archive.Reader reader() throws SQLException;

    /** The one that this leads to. */
    static Database at(String url) {
        return url.startsWith(PostgresDatabase.PREFIX) ? new PostgresDatabase(url) : SqliteDatabase.at(url);
    }
}
