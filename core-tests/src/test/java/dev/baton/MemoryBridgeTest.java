package dev.baton;

import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.engine.StreamBridgeContract;
import java.time.InstantSource;

/** A bridge into the store in memory. */
class MemoryBridgeTest extends StreamBridgeContract {

    @Override
    protected JobStore open() {
        return new MemoryStore(InstantSource.system());
    }

    @Override
    protected JobStore afterCrash(JobStore store) {
        store.liveNodes().forEach(node -> store.declareDead(node, store.clock().instant()));
        return store;
    }
}
