package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.ManyNodesEngineContract;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several engines on one schema of PostgreSQL. */
class PostgresNodesEngineTest extends ManyNodesEngineContract {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    @Override
    protected JobStore open(InstantSource clock) {
        return schema.openAsApplication(clock);
    }
}
