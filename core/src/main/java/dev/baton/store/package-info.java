/**
 * What the engine asks of a store: the verbs of a job's life, and the reads. For authors of stores; applications use the
 * front door.
 *
 * <p>Start at {@link dev.baton.store.JobStore}. The contract suite in the testkit says what each verb means, by example.
 */
@NullMarked
package dev.baton.store;

import org.jspecify.annotations.NullMarked;
