package dev.baton.internal.runtime;

import dev.baton.internal.circuit.Circuits;
import dev.baton.internal.claim.Claiming;
import dev.baton.internal.dispatch.Dispatcher;
import dev.baton.internal.singleton.Singletons;
import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Held;
import dev.baton.store.NodeId;
import dev.baton.store.Switch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The dispatcher, and who runs singletons, as the claim stage sees them.
 *
 * @param taken to be told what was claimed, if anything was: it may have ended before the stage looks again
 * @param full to be told which limits had no room, if any
 */
record Hands(
        Dispatcher dispatcher,
        Singletons singletons,
        Circuits circuits,
        Consumer<List<Claim>> taken,
        Consumer<Map<String, Integer>> full)
        implements Claiming.Hands {

    @Override
    public Optional<ClaimRequest> room(NodeId node) {
        return dispatcher.room(node).map(circuits::without);
    }

    @Override
    public void take(List<Claim> claims, NodeId node) {
        if (!claims.isEmpty()) {
            taken.accept(claims);
        }
        dispatcher.take(claims, node);
    }

    @Override
    public void keptWaiting(Map<String, Integer> limits) {
        if (!limits.isEmpty()) {
            full.accept(limits);
        }
    }

    @Override
    public boolean holds(JobId job, long fence) {
        return dispatcher.holds(job, fence) || singletons.holds(job, fence);
    }

    @Override
    public boolean isEmpty() {
        return dispatcher.isEmpty() && singletons.isEmpty();
    }

    @Override
    public void cancel(JobId job, long fence) {
        dispatcher.cancel(job, fence);
        singletons.cancel(job, fence);
    }

    @Override
    public void owned(List<Held> all) {
        dispatcher.tellLost(all);
        singletons.keepOnly(all);
    }

    @Override
    public void giveBackUnstarted(List<Switch> off) {
        dispatcher.giveBackUnstarted(circuits.and(off));
    }
}
