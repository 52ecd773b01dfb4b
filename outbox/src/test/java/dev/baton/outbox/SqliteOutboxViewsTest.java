package dev.baton.outbox;

import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** The views of the outbox in a SQLite file. */
class SqliteOutboxViewsTest extends OutboxViewsContract {

    @TempDir
    Path folder;

    @Override
    JobStore open(InstantSource clock) {
        return SqliteStore.open(folder.resolve("app.db"), clock);
    }

    @Override
    JobStore afterCrash(JobStore store, InstantSource clock) {
        store.close();
        return open(clock);
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("app.db"));
    }

    @Override
    OutboxViews views() {
        return OutboxViews.sqlite();
    }

    @Override
    String plan(String sql) throws SQLException {
        return rows("EXPLAIN QUERY PLAN " + sql).toString();
    }
}
