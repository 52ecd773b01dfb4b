package dev.baton.store.memory;

import dev.baton.store.StoreTransaction;

/** A transaction on a {@link MemoryStore}. Until it ends, everybody else waits. */
public final class MemoryTransaction implements StoreTransaction, AutoCloseable {

    private final MemoryStore store;
    private boolean ended;

    MemoryTransaction(MemoryStore store) {
        this.store = store;
    }

    /** Makes it all happen. */
    public void commit() {
        if (!ended) {
            ended = true;
            store.end(true);
        }
    }

    /** Takes everything back that was not committed. Of no effect after {@link #commit}. */
    @Override
    public void close() {
        if (!ended) {
            ended = true;
            store.end(false);
        }
    }

    boolean belongsTo(MemoryStore other) {
        return store == other && !ended;
    }
}
