package dev.baton.faults.process;

import dev.baton.checker.Archive;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A file, which one engine after another has. */
record SqliteDatabase(Path file) implements Database {

    private static final String PREFIX = "jdbc:sqlite:";

    static SqliteDatabase at(String url) {
        return new SqliteDatabase(Path.of(url.substring(PREFIX.length())));
    }

    @Override
    public String url() {
        return PREFIX + file;
    }

    @Override
    public JobStore open() {
        return SqliteStore.open(file);
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url());
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute("PRAGMA synchronous = FULL");
        }
        return connection;
    }

    /** They have the clock of their machine. */
    @Override
    public Duration clocks() {
        return Duration.ZERO;
    }

    @Override
    public Archive.Reader reader() throws SQLException {
        return new Archive.Reader(file);
    }
}
