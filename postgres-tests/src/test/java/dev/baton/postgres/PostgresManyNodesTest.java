package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.ManyNodesContract;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several nodes on one PostgreSQL. */
class PostgresManyNodesTest extends ManyNodesContract {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    @Override
    protected JobStore open(InstantSource clock) {
        return schema.open(clock);
    }
}
