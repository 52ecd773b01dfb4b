package dev.baton;

import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.engine.ManyBridgesContract;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;

/** Bridges of several nodes into one store in memory. */
@Tag("slow")
class MemoryManyBridgesTest extends ManyBridgesContract {

    private final MemoryStore store = new MemoryStore(InstantSource.system());

    @Override
    protected JobStore open() {
        return store;
    }

    @Override
    protected JobStore shared() {
        return store;
    }
}
