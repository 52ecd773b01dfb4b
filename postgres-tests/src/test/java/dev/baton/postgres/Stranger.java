package dev.baton.postgres;

import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Somebody with a transaction of his own, in which a test does by hand what others do at the worst moment. */
final class Stranger implements AutoCloseable {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Connection connection;
    private final Schema schema;

    Stranger(Schema schema) throws SQLException {
        this.schema = schema;
        connection = SharedServer.pool().getConnection();
        connection.setAutoCommit(false);
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(schema.in(sql));
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Until somebody waits for a lock on this schema's tables, or one that this has. */
    void awaitOneWhoWaits() throws SQLException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!somebodyWaits()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("nobody waits");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean somebodyWaits() throws SQLException {
        try (Connection other = SharedServer.pool().getConnection();
                Statement statement = other.createStatement();
                ResultSet waiting = statement.executeQuery(
                        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"
                                + schema.quoted() + "%'")) {
            return waiting.next();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
        connection.close();
    }
}
