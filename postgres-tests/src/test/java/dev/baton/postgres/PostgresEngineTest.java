package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.EngineContract;
import dev.baton.testkit.store.CallerTransaction;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The engine on PostgreSQL, as a role that may work with jobs and nothing else. */
@Tag("slow")
class PostgresEngineTest extends EngineContract {

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

    /** Who starts next does not know that the others are dead; here somebody has found that out. */
    @Override
    protected JobStore afterCrash(JobStore store, InstantSource clock) {
        store.liveNodes().forEach(node -> store.declareDead(node, clock.instant()));
        store.close();
        return open(clock);
    }
}
