package dev.baton.postgres;

import dev.baton.store.JdbcTransaction;
import dev.baton.store.StoreTransaction;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Queue;
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

    private static final String EMPTY = """
            DO $$
            DECLARE ours regclass;
            BEGIN
                FOR ours IN SELECT c.oid FROM pg_class c
                    WHERE c.relnamespace = '%1$s'::regnamespace AND c.relkind = 'r'
                        AND c.relname NOT IN ('baton_store', 'baton_migration')
                LOOP
                    EXECUTE 'DELETE FROM ' || ours;
                END LOOP;
                PERFORM setval(c.oid, 1, false) FROM pg_class c
                    WHERE c.relnamespace = '%1$s'::regnamespace AND c.relkind = 'S';
            END $$
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

    /** Removes everything, as if the tables had just been made. */
    void empty() {
        execute(EMPTY.formatted(name));
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
        PostgresStore.on(SharedServer.pool())
                .schema(name)
                .grantTo(SharedServer.application())
                .migrations()
                .apply();
        return PostgresStore.on(SharedServer.applicationPool())
                .schema(name)
                .clock(clock)
                .withoutMigrating()
                .open();
    }

    /** A transaction of an application's, as its connections are by default. */
    CallerTransaction begin() {
        return begin(SharedServer.pool());
    }

    /** The same as the role that may only work with jobs. */
    CallerTransaction beginAsApplication() {
        return begin(SharedServer.applicationPool());
    }

    private static CallerTransaction begin(DataSource pool) {
        Connection connection = connect(pool);
        return new CallerTransaction() {
            @Override
            public StoreTransaction handle() {
                return new JdbcTransaction(connection);
            }

            @Override
            public void commit() {
                run(connection::commit);
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
