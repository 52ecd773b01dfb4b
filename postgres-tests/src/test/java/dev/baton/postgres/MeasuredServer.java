package dev.baton.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testserver.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A server that counts the pages that statements read, wherever it found them: what is done costs the same on any machine, however
 * busy it is.
 */
final class MeasuredServer implements AutoCloseable {

    private final PostgresServer server = PostgresServer.fresh(
            "shared_preload_libraries=pg_stat_statements",
            "fsync=off",
            "full_page_writes=off",
            "shared_buffers=256MB",
            "max_wal_size=8GB");

    private final HikariDataSource pool = new HikariDataSource();

    MeasuredServer() {
        pool.setJdbcUrl(server.url());
        pool.setMaximumPoolSize(2);
        run("CREATE EXTENSION pg_stat_statements");
    }

    /** What a statement has cost since it was counted from zero. */
    record Cost(String sql, long calls, long pages) {
        long pagesPerCall() {
            return pages / calls;
        }
    }

    DataSource pool() {
        return pool;
    }

    Connection connect() throws SQLException {
        return server.connect();
    }

    void run(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    void countFromZero() {
        run("SELECT pg_stat_statements_reset()");
    }

    /** Of the statements on our tables that have this in them. */
    List<Cost> costs(String part) {
        var costs = new ArrayList<Cost>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT query, calls, shared_blks_hit + shared_blks_read FROM pg_stat_statements
                        WHERE query LIKE '%.baton_%' AND query NOT LIKE '%pg_stat_statements%'
                        """)) {
            while (row.next()) {
                if (row.getString(1).contains(part)) {
                    costs.add(new Cost(row.getString(1), row.getLong(2), row.getLong(3)));
                }
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return costs;
    }

    long pages(String part) {
        return costs(part).stream().mapToLong(Cost::pages).sum();
    }

    long calls(String part) {
        return costs(part).stream().mapToLong(Cost::calls).sum();
    }

    @Override
    public void close() {
        pool.close();
        server.close();
    }
}
