package dev.baton.sqlite;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.EngineContract;
import dev.baton.testkit.store.CallerTransaction;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The engine on SQLite. */
@Tag("slow")
class SqliteEngineTest extends EngineContract {

    @TempDir
    Path folder;

    @Override
    protected JobStore open(InstantSource clock) {
        return MadeFile.open(folder.resolve("app.db"), clock);
    }

    @Override
    protected CallerTransaction begin(JobStore store) {
        return OwnConnection.begin(folder.resolve("app.db"));
    }

    @Override
    protected JobStore afterCrash(JobStore store, InstantSource clock) {
        store.close();
        return open(clock);
    }
}
