package dev.baton.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Pools of a test's own on the shared server, and what tests ask the server for. */
final class Pools {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    private Pools() {}

    /** A pool of at most so many connections. */
    static HikariDataSource of(int connections) {
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** The first value that the server answers, or an empty text. */
    static String ask(String sql) {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql) && statement.getResultSet().next();
            return rows ? String.valueOf(statement.getResultSet().getString(1)) : "";
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Looks again and again until this is so; what is not in time is for the test to say. */
    static boolean until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return condition.getAsBoolean();
    }
}
