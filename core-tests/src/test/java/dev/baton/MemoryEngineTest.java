package dev.baton;

import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.engine.EngineContract;
import dev.baton.testkit.store.CallerTransaction;
import java.time.InstantSource;

/** The engine on the store in memory. */
class MemoryEngineTest extends EngineContract {

    @Override
    protected JobStore open(InstantSource clock) {
        return new MemoryStore(clock);
    }

    @Override
    protected CallerTransaction begin(JobStore store) {
        return CallerTransaction.of(((MemoryStore) store).begin());
    }

    @Override
    protected JobStore afterCrash(JobStore store, InstantSource clock) {
        store.liveNodes().forEach(node -> store.declareDead(node, clock.instant()));
        return store;
    }
}
