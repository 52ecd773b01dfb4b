package dev.baton.outbox;

import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import java.nio.file.Path;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** An old table of payments in the SQLite file where the jobs are. */
class SqlitePaymentImportTest extends PaymentImportContract {

    @TempDir
    Path folder;

    @Override
    JobStore open(InstantSource clock) {
        return SqliteStore.open(folder.resolve("app.db"), clock);
    }

    @Override
    DataSource source() {
        var source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        source.setBusyTimeout(5_000);
        return source;
    }
}
