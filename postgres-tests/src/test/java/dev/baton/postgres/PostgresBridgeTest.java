package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.StreamBridgeContract;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bridge into PostgreSQL, as a role that may work with jobs and nothing else. */
@Tag("slow")
class PostgresBridgeTest extends StreamBridgeContract {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    @Override
    protected JobStore open() {
        return schema.openAsApplication(InstantSource.system());
    }

    @Override
    protected JobStore afterCrash(JobStore store) {
        store.liveNodes().forEach(node -> store.declareDead(node, store.clock().instant()));
        store.close();
        return open();
    }
}
