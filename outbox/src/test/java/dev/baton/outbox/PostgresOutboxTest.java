package dev.baton.outbox;

import dev.baton.postgres.PostgresStore;
import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The outbox on PostgreSQL. */
@Tag("slow")
class PostgresOutboxTest extends OutboxContract {

    private static final String EMPTY = """
            DO $$
            DECLARE ours regclass;
            BEGIN
                PERFORM set_config('session_replication_role', 'replica', true); -- payments are witnessed
                FOR ours IN SELECT c.oid FROM pg_class c
                    WHERE c.relnamespace = 'SCHEMA'::regnamespace AND c.relkind = 'r'
                        AND c.relname NOT IN ('baton_store', 'baton_migration')
                LOOP
                    EXECUTE 'DELETE FROM ' || ours;
                END LOOP;
            END $$
            """;

    private static String schema = "";

    @BeforeAll
    static void makeSchema() {
        schema = SharedServer.freshSchema();
    }

    @AfterAll
    static void dropSchema() {
        SharedServer.drop(schema);
    }

    @Override
    JobStore open(InstantSource clock) {
        return PostgresStore.on(SharedServer.pool()).schema(schema).clock(clock).open();
    }

    /** After all that a test has started has ended. */
    @Override
    @AfterEach
    void closeStore() throws InterruptedException {
        super.closeStore();
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(EMPTY.replace("SCHEMA", schema));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    CallerTransaction begin(JobStore store) {
        try {
            return Ledgers.transaction(SharedServer.pool().getConnection());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Who starts next does not know that the others are dead; here somebody has found that out. */
    @Override
    JobStore afterCrash(JobStore store, InstantSource clock) {
        JobStore next = open(clock);
        next.liveNodes().forEach(node -> next.declareDead(node, clock.instant()));
        store.close();
        return next;
    }
}
