package dev.baton.sqlite;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.JobStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** SQLite against the contract of every store. */
@Tag("slow")
class SqliteStoreTest extends JobStoreContract {

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
}
