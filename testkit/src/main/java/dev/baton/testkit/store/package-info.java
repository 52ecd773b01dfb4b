/**
 * The contract of a job store, as tests. To put a store of your own through it, extend {@link
 * dev.baton.testkit.store.JobStoreContract} and say how to open it.
 */
@NullMarked
package dev.baton.testkit.store;

import org.jspecify.annotations.NullMarked;
