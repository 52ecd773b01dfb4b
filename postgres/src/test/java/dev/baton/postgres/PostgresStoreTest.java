package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.JobStoreContract;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** PostgreSQL against the contract of every store, as a role that may work with jobs and nothing else. */
@Tag("slow")
@Tag("versions")
class PostgresStoreTest extends JobStoreContract {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    @Override
    protected JobStore open(InstantSource clock) {
        return schema.openAsApplication(clock);
    }

    @Override
    protected CallerTransaction begin(JobStore store) {
        return schema.beginAsApplication();
    }

    @Override
    protected boolean lostClaimsDoomTransactions() {
        return true;
    }

    @Override
    protected void requireQuiet(JobStore store) {
        schema.requireSettled(store);
    }
}
