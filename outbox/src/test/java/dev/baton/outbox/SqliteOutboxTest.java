package dev.baton.outbox;

import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The outbox on SQLite. */
@Tag("slow")
class SqliteOutboxTest extends OutboxContract {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    @Override
    JobStore open(InstantSource clock) {
        return SqliteStore.open(file(), clock);
    }

    @Override
    CallerTransaction begin(JobStore store) {
        try {
            return Ledgers.transaction(connect());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    @Override
    JobStore afterSilentDeath(JobStore store, InstantSource clock) {
        return afterCrash(store, clock);
    }

    @Override
    JobStore afterCrash(JobStore store, InstantSource clock) {
        store.close();
        return open(clock);
    }
}
