package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.JobStoreContract;
import dev.baton.testserver.SharedServer;
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
        JobStore store = schema.openAsApplication(clock);
        // Who prunes evidence is the owner, or whom the owner trusts with it.
        schema.run("GRANT EXECUTE ON FUNCTION baton_prune_evidence(text, bigint) TO " + SharedServer.application());
        return store;
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
