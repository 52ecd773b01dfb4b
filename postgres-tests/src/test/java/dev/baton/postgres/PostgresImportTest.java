package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.LegacyImportContract;
import dev.baton.testserver.SharedServer;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An old queue table in the PostgreSQL schema where the jobs are. */
@Tag("slow")
class PostgresImportTest extends LegacyImportContract {

    @RegisterExtension
    final OwnSchema schema = OwnSchema.unused();

    @Override
    protected JobStore open() {
        return schema.open(InstantSource.system());
    }

    @Override
    protected DataSource source() {
        return SharedServer.pool();
    }

    @Override
    protected String table() {
        return schema.name() + ".event_queue";
    }
}
