package dev.baton.postgres;

import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the nodes of this process have room for, as far as their last claims tell: what they can take by themselves nobody else has to
 * be woken for. A guess; if it is wrong, others find the work when they poll.
 */
final class Room {

    private final Map<NodeId, ClaimRequest> left = new ConcurrentHashMap<>();

    /** A node has claimed: it got less than it asked for, or all. */
    void claimed(ClaimRequest request, Claimed got) {
        if (got.claims().size() < request.total()) {
            left.put(request.node(), request);
        } else {
            left.remove(request.node());
        }
    }

    void leave(NodeId node) {
        left.remove(node);
    }

    /** Will one of them take jobs of all these routes, once it is woken? */
    boolean isThereFor(Collection<Route> routes) {
        return left.values().stream().anyMatch(request -> routes.stream().allMatch(request::isOpen));
    }
}
