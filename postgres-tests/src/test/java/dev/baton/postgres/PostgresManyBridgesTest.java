package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.engine.ManyBridgesContract;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bridges of several nodes into one PostgreSQL. */
@Tag("slow")
class PostgresManyBridgesTest extends ManyBridgesContract {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private JobStore shared;

    @BeforeEach
    void openShared() {
        shared = open();
    }

    @Override
    protected JobStore open() {
        return schema.open(InstantSource.system());
    }

    @Override
    protected JobStore shared() {
        return shared;
    }
}
