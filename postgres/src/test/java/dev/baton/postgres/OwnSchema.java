package dev.baton.postgres;

import dev.baton.store.JdbcTransaction;
import dev.baton.store.StoreTransaction;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/** A schema of a test's own on the shared server, which goes when the test and all it has started has ended. */
final class OwnSchema implements AutoCloseable, AfterEachCallback {

    private final String name = SharedServer.freshSchema();

    String name() {
        return name;
    }

    PostgresStore open(InstantSource clock) {
        return PostgresStore.on(SharedServer.pool()).schema(name).clock(clock).open();
    }

    /** A transaction of an application's, as its connections are by default. */
    CallerTransaction begin() {
        Connection connection = connect();
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
                    connection.rollback();
                    connection.setAutoCommit(true);
                    connection.close();
                });
            }
        };
    }

    private static boolean isFailed(Connection connection) {
        try {
            return connection.unwrap(BaseConnection.class).getTransactionState() == TransactionState.FAILED;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Connection connect() {
        try {
            Connection connection = SharedServer.pool().getConnection();
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
        SharedServer.drop(name);
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
