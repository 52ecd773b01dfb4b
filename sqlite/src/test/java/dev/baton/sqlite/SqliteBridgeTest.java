package dev.baton.sqlite;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.StreamBridgeContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A bridge into a SQLite file. */
class SqliteBridgeTest extends StreamBridgeContract {

    @TempDir
    Path folder;

    @Override
    protected JobStore open() {
        return SqliteStore.open(folder.resolve("app.db"));
    }

    @Override
    protected JobStore afterCrash(JobStore store) {
        store.close();
        return open();
    }
}
