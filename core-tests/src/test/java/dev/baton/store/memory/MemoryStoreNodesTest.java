package dev.baton.store.memory;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.ManyNodesContract;
import java.time.InstantSource;

class MemoryStoreNodesTest extends ManyNodesContract {

    @Override
    protected JobStore open(InstantSource clock) {
        return new MemoryStore(clock);
    }
}
