package dev.baton.testserver;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * One server for all tests of a process that only want a database, each with a schema of its own. It does not wait for the
 * disk: who asks about power cuts starts a {@link PostgresServer}.
 */
public final class SharedServer {

    private static final int CONNECTIONS = 60;
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private SharedServer() {}

    private static final class Holder {
        static final PostgresServer SERVER = PostgresServer.copied(
                "fsync=off",
                "synchronous_commit=on",
                "full_page_writes=off",
                "shared_buffers=128MB",
                "max_connections=200",
                "max_wal_size=4GB",
                "autovacuum_naptime=10s");
        static final HikariDataSource POOL = pool(SERVER.url());
    }

    /** The server itself. */
    public static PostgresServer server() {
        return Holder.SERVER;
    }

    /** A pool of connections to it, shared by all. */
    public static DataSource pool() {
        return Holder.POOL;
    }

    private static HikariDataSource pool(String url) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** A role that owns nothing, as that of an application whose tables are made by another. */
    public static String application() {
        return Application.ROLE;
    }

    /** A pool of connections as that role. */
    public static DataSource applicationPool() {
        return Application.POOL;
    }

    private static final class Application {
        static final String ROLE = made("application");
        static final HikariDataSource POOL = pool(server().url(ROLE));

        private static String made(String role) {
            run("CREATE ROLE " + role + " LOGIN");
            return role;
        }
    }

    /** A schema that nobody has used. */
    public static String freshSchema() {
        String name = "test_" + SCHEMAS.incrementAndGet();
        run("CREATE SCHEMA " + name);
        return name;
    }

    /** Removes a schema with all that is in it. */
    public static void drop(String schema) {
        run("DROP SCHEMA " + schema + " CASCADE");
    }

    private static void run(String sql) {
        try (Connection connection = pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
