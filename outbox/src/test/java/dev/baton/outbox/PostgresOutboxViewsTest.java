package dev.baton.outbox;

import dev.baton.postgres.PostgresStore;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;

/** The views of the outbox in a PostgreSQL database, where our tables are in a schema of their own. */
class PostgresOutboxViewsTest extends OutboxViewsContract {

    private final String schema = SharedServer.freshSchema();
    private final String theirs = SharedServer.freshSchema();

    @Override
    JobStore open(InstantSource clock) {
        return PostgresStore.on(SharedServer.pool()).schema(schema).clock(clock).open();
    }

    @Override
    @AfterEach
    void closeStore() throws Exception {
        super.closeStore();
        SharedServer.drop(theirs);
        SharedServer.drop(schema);
    }

    @Override
    JobStore afterCrash(JobStore store, InstantSource clock) {
        JobStore next = open(clock);
        next.liveNodes().forEach(node -> next.declareDead(node, clock.instant()));
        store.close();
        return next;
    }

    @Override
    Connection connect() throws SQLException {
        Connection connection = SharedServer.pool().getConnection();
        connection.setSchema(theirs);
        return connection;
    }

    @Override
    OutboxViews views() {
        return OutboxViews.postgres(schema);
    }

    @Override
    String plan(String sql) throws SQLException {
        var plan = new StringBuilder();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            try (ResultSet rows = statement.executeQuery("EXPLAIN " + sql)) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
            statement.execute("RESET enable_seqscan");
        }
        return plan.toString();
    }
}
