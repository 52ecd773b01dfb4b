package dev.baton.testkit.store;

import dev.baton.store.StoreTransaction;
import dev.baton.store.memory.MemoryTransaction;

/** A transaction of an application's, on the store under test. */
public interface CallerTransaction extends AutoCloseable {

    /** One that is handed over as this, and ended like that. */
    static CallerTransaction of(StoreTransaction handle, Runnable commit, Runnable close) {
        return new CallerTransaction() {
            @Override
            public StoreTransaction handle() {
                return handle;
            }

            @Override
            public void commit() {
                commit.run();
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }

    /** One on the reference store. */
    static CallerTransaction of(MemoryTransaction transaction) {
        return of(transaction, transaction::commit, transaction::close);
    }

    /** What the store is handed. */
    StoreTransaction handle();

    /** Commits. */
    void commit();

    /** Has it come to nothing, so that it can only be rolled back? A store may end it so when a claim turns out to be lost. */
    default boolean isDoomed() {
        return false;
    }

    /** Rolls back what was not committed. */
    @Override
    void close();
}
