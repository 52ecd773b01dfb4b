package dev.baton.outbox;

import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.store.CallerTransaction;
import java.time.InstantSource;

/** The outbox on the store in memory. */
class MemoryOutboxTest extends OutboxContract {

    @Override
    JobStore open(InstantSource clock) {
        return new MemoryStore(clock);
    }

    @Override
    CallerTransaction begin(JobStore store) {
        return CallerTransaction.of(((MemoryStore) store).begin());
    }

    @Override
    JobStore afterCrash(JobStore store, InstantSource clock) {
        store.liveNodes().forEach(node -> store.declareDead(node, clock.instant()));
        return store;
    }
}
