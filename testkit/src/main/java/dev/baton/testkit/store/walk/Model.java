package dev.baton.testkit.store.walk;

import dev.baton.job.BatonException;
import dev.baton.store.JobStore;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reference store. Against a store for one engine it behaves like one: who joins while another does is refused, takes all
 * before it for dead, and beats by being there.
 */
final class Model implements Side {

    private final MemoryStore store;
    private final boolean oneEngine;
    private @Nullable NodeId joined;

    Model(InstantSource clock, boolean oneEngine) {
        this.store = new MemoryStore(clock);
        this.oneEngine = oneEngine;
    }

    @Override
    public JobStore store() {
        return store;
    }

    @Override
    public CallerTransaction begin() {
        return CallerTransaction.of(store.begin());
    }

    /** Nothing is lost by it; an engine that was there is not any more. */
    @Override
    public void reopen() {
        joined = null;
    }

    @Override
    public void join(NodeId node, Set<Route> serves, Instant now) {
        if (oneEngine && joined != null) {
            throw new BatonException("ENGINE_RUNNING", "The model has one engine.");
        }
        store.join(node, serves, now);
        joined = node;
        if (oneEngine) {
            store.liveNodes().stream()
                    .map(NodeBeat::node)
                    .filter(other -> !other.equals(node))
                    .forEach(other -> store.leave(other, now));
        }
    }

    @Override
    public boolean beat(NodeId node, Instant now) {
        return oneEngine ? node.equals(joined) : store.beat(node, now);
    }

    @Override
    public void leave(NodeId node, Instant now) {
        store.leave(node, now);
        forget(node);
    }

    @Override
    public boolean declareDead(NodeBeat seen, Instant now) {
        boolean dead = store.declareDead(seen, now);
        if (dead) {
            forget(seen.node());
        }
        return dead;
    }

    private void forget(NodeId node) {
        if (node.equals(joined)) {
            joined = null;
        }
    }
}
