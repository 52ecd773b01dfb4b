package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ClaimRequest;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobStore;
import dev.baton.store.NodeId;
import dev.baton.store.StoreTransaction;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * A schema of a test's own on the shared server. When the test and all it has started has ended it is emptied, and the next test
 * gets it: to make tables takes far longer than most tests do.
 */
final class OwnSchema implements AutoCloseable, AfterEachCallback {

    private static final Queue<String> EMPTIED = new ConcurrentLinkedQueue<>();
    /** Those whose tables are there, and open to the application. */
    private static final Set<String> GRANTED = ConcurrentHashMap.newKeySet();

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final String NOTES =
            "SELECT (SELECT count(*) FROM baton_lane_note) + (SELECT count(*) FROM baton_key_note)";

    private static final String UNSETTLED = """
            SELECT count(*) FROM (
                SELECT DISTINCT ON (lane) * FROM baton_pending WHERE left(lane, 1) <> chr(1) ORDER BY lane, seq) first
            WHERE first.ready <> (NOT first.behind
                    AND NOT EXISTS (SELECT 1 FROM baton_running r WHERE r.lane = first.lane)
                    AND NOT EXISTS (SELECT 1 FROM baton_parked p WHERE p.lane = first.lane AND p.blocks AND p.seq < first.seq)
                    AND NOT EXISTS (SELECT 1 FROM baton_switch s WHERE s.kind = 'LANE' AND s.name = first.lane))
                OR EXISTS (SELECT 1 FROM baton_pending o WHERE o.lane = first.lane AND o.seq > first.seq AND o.ready)
            """;

    /** What was set aside with its lane, which is on. */
    private static final String STRANDED = """
            SELECT count(*) FROM baton_pending p WHERE left(p.lane, 1) = chr(1) AND (p.ready OR NOT EXISTS (
                SELECT 1 FROM baton_switch s WHERE s.kind = 'LANE' AND s.name = substr(p.lane, 2)))
            """;

    private final String name;
    private final boolean goesOn;

    /** One that is empty, with or without tables. */
    OwnSchema() {
        String emptied = EMPTIED.poll();
        name = emptied == null ? SharedServer.freshSchema() : emptied;
        goesOn = true;
    }

    private OwnSchema(String name) {
        this.name = name;
        goesOn = false;
    }

    /** One that nobody has used and nobody will: it is dropped with its test. */
    static OwnSchema unused() {
        return new OwnSchema(SharedServer.freshSchema());
    }

    String name() {
        return name;
    }

    /** Runs this on its tables. */
    void run(String sql) {
        execute(Schema.of(name).in(sql));
    }

    private static void execute(String sql) {
        run(() -> {
            try (Connection connection = SharedServer.pool().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        });
    }

    /** What this counts in its tables. */
    long count(String sql) {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(Schema.of(name).in(sql))) {
            answer.next();
            return answer.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Nothing is left to be looked at, once claims have done so; and in each lane the first is ready, if it may be, and no other. */
    void requireSettled(JobStore store) {
        var nobody = new ClaimRequest(
                new NodeId(UUID.randomUUID()), Map.of(), List.of(), 0, false, ClaimRequest.Share.FIRST);
        long deadline = System.nanoTime() + LONG.toNanos();
        while (count(NOTES) > 0 && System.nanoTime() - deadline < 0) {
            store.claim(nobody, store.clock().instant());
        }
        assertThat(count(NOTES)).as("notes that are left").isZero();
        assertThat(count(UNSETTLED)).as("lanes that are not settled").isZero();
        assertThat(count(STRANDED)).as("jobs that are set aside for no reason").isZero();
    }

    /** Removes everything, as if the tables had just been made. */
    void empty() {
        execute("""
            DO $$
            DECLARE ours regclass;
            BEGIN
                PERFORM set_config('session_replication_role', 'replica', true); -- what was witnessed, too
                FOR ours IN SELECT c.oid FROM pg_class c
                    WHERE c.relnamespace = '%1$s'::regnamespace AND c.relkind = 'r'
                        AND c.relname NOT IN ('baton_store', 'baton_migration')
                LOOP
                    EXECUTE 'DELETE FROM ' || ours;
                END LOOP;
                PERFORM setval(c.oid, 1, false) FROM pg_class c
                    WHERE c.relnamespace = '%1$s'::regnamespace AND c.relkind = 'S';
            END $$
            """.formatted(name));
    }

    PostgresStore open(InstantSource clock) {
        return PostgresStore.on(SharedServer.pool()).schema(name).clock(clock).open();
    }

    /** Somebody who does things by hand. */
    Stranger stranger() throws SQLException {
        return new Stranger(Schema.of(name));
    }

    /** As a role that may work with jobs and nothing else; the tables are another's. */
    PostgresStore openAsApplication(InstantSource clock) {
        if (GRANTED.add(name)) {
            PostgresStore.on(SharedServer.pool())
                    .schema(name)
                    .grantTo(SharedServer.application())
                    .migrations()
                    .apply();
        }
        return PostgresStore.on(SharedServer.applicationPool())
                .schema(name)
                .clock(clock)
                .withoutMigrating()
                .open();
    }

    /** A transaction of an application's, as its connections are by default. */
    CallerTransaction begin() {
        return begin(SharedServer.pool(), () -> {});
    }

    /** The same, and this is done right after it was committed. */
    CallerTransaction begin(Runnable committed) {
        return begin(SharedServer.pool(), committed);
    }

    /** The same as the role that may only work with jobs. */
    CallerTransaction beginAsApplication() {
        return begin(SharedServer.applicationPool(), () -> {});
    }

    private static CallerTransaction begin(DataSource pool, Runnable committed) {
        Connection connection = connect(pool);
        return new CallerTransaction() {
            @Override
            public StoreTransaction handle() {
                return new JdbcTransaction(connection);
            }

            @Override
            public void commit() {
                run(connection::commit);
                committed.run();
            }

            @Override
            public boolean isDoomed() {
                return isFailed(connection);
            }

            @Override
            public void close() {
                run(() -> {
                    if (!connection.isClosed()) {
                        connection.rollback();
                        connection.setAutoCommit(true);
                    }
                    connection.close();
                });
            }
        };
    }

    private static boolean isFailed(Connection connection) {
        try {
            return connection.isClosed()
                    || connection.unwrap(BaseConnection.class).getTransactionState() == TransactionState.FAILED;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Connection connect(DataSource pool) {
        try {
            Connection connection = pool.getConnection();
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void afterEach(ExtensionContext test) {
        close();
    }

    @Override
    public void close() {
        if (goesOn) {
            empty();
            EMPTIED.add(name);
        } else {
            SharedServer.drop(name);
        }
    }

    private interface Change {
        void run() throws SQLException;
    }

    private static void run(Change change) {
        try {
            change.run();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
