package dev.baton.sqlite;

import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobStore;
import dev.baton.store.StoreTransaction;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.JobStoreContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** SQLite against the contract of every store. */
class SqliteStoreTest extends JobStoreContract {

    @TempDir
    Path folder;

    @Override
    protected JobStore open(InstantSource clock) {
        return SqliteStore.open(folder.resolve("app.db"), clock);
    }

    @Override
    protected CallerTransaction begin(JobStore store) {
        return new OwnConnection(folder.resolve("app.db"));
    }

    /** An application's own connection to the same file. */
    private static final class OwnConnection implements CallerTransaction {
        private final Connection connection;

        OwnConnection(Path file) {
            try {
                connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                connection.setAutoCommit(false);
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public StoreTransaction handle() {
            return new JdbcTransaction(connection);
        }

        @Override
        public void commit() {
            try {
                connection.commit();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }
    }
}
