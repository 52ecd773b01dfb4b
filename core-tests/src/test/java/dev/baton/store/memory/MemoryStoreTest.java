package dev.baton.store.memory;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.JobStoreContract;
import java.time.InstantSource;

/** The reference store against the contract. */
class MemoryStoreTest extends JobStoreContract {

    @Override
    protected JobStore open(InstantSource clock) {
        return new MemoryStore(clock);
    }

    @Override
    protected CallerTransaction begin(JobStore store) {
        return CallerTransaction.of(((MemoryStore) store).begin());
    }
}
