package dev.baton.internal.prune;

import dev.baton.observe.Event;
import dev.baton.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Removes finished jobs when their retention is over: every so often a round, in small batches, so that no claim or finish has
 * to wait long for it. A crash in the middle leaves the rest to the next round.
 */
public final class Pruning {

    private static final int BATCH = 100;

    private final JobStore store;
    private final Duration keep;
    private final Duration every;
    private final Consumer<Event> events;
    private Optional<Instant> endedBefore = Optional.empty();
    private int removed;

    /** Keeps finished jobs so long, and looks every so often. */
    public Pruning(JobStore store, Duration keep, Duration every, Consumer<Event> events) {
        this.store = store;
        this.keep = keep;
        this.every = every;
        this.events = events;
    }

    /** One batch. What ends meanwhile is left to the next round, so that each comes to an end. Answers when to look again. */
    public Duration runOnce() {
        Instant before = endedBefore.orElseGet(() -> store.clock().instant().minus(keep));
        endedBefore = Optional.of(before);
        int batch = store.prune(before, BATCH);
        removed += batch;
        if (batch == BATCH) {
            return Duration.ZERO;
        }
        if (removed > 0) {
            events.accept(new Event.JobsPruned(removed, before));
        }
        endedBefore = Optional.empty();
        removed = 0;
        return every;
    }
}
