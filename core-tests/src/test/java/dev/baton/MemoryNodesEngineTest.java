package dev.baton;

import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.engine.ManyNodesEngineContract;
import java.time.InstantSource;

/** Several engines on one store in memory. */
class MemoryNodesEngineTest extends ManyNodesEngineContract {

    @Override
    protected JobStore open(InstantSource clock) {
        return new MemoryStore(clock);
    }
}
