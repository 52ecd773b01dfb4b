package dev.baton.sqlite;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.LegacyImportContract;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** An old queue table in the SQLite file where the jobs are. */
class SqliteImportTest extends LegacyImportContract {

    @TempDir
    Path folder;

    @Override
    protected JobStore open() {
        return SqliteStore.open(folder.resolve("app.db"));
    }

    @Override
    protected DataSource source() {
        var source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        return source;
    }

    @Override
    protected String table() {
        return "event_queue";
    }
}
