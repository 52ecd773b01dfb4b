package dev.baton.testkit.store;

import dev.baton.store.StoreTransaction;

/** A transaction of an application's, on the store under test. */
public interface CallerTransaction extends AutoCloseable {

    /** What the store is handed. */
    StoreTransaction handle();

    /** Commits. */
    void commit();

    /** Rolls back what was not committed. */
    @Override
    void close();
}
