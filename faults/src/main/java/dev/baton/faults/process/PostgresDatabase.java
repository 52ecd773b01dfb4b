package dev.baton.faults.process;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.checker.Archive;
import dev.baton.postgres.PostgresStore;
import dev.baton.store.JobStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/** A schema on a server, which many engines have at once. */
record PostgresDatabase(String url) implements Database {

    static final String PREFIX = "jdbc:postgresql:";

    private static final int CONNECTIONS = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(6);
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    /** A pool as most applications have it; it is gone with its process. */
    @Override
    public JobStore open() {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setValidationTimeout(PATIENCE.dividedBy(2).toMillis());
        config.setInitializationFailTimeout(-1);
        return PostgresStore.of(new HikariDataSource(config));
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /**
     * Each asks the server now and then what time it is, and takes its answer for one that was given half way if it came within half a
     * second; and each looks at its clock before a transaction begins, which then may have to wait. So this cannot be much less.
     */
    @Override
    public Duration clocks() {
        return CLOCKS;
    }

    @Override
    public Archive.Reader reader() throws SQLException {
        return new Archive.Reader(connect());
    }
}
