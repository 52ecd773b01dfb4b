package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Finish;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the nodes of this process have room for, as far as their last claims tell: what they can take by themselves nobody else has to
 * be woken for. A guess; if it is wrong, others find the work when they poll.
 */
final class Room {

    private record Last(ClaimRequest request, boolean leftRoom) {}

    private static final int LIMITED_MAX = 10_000;

    private final Map<NodeId, Last> claims = new ConcurrentHashMap<>();
    /** What was claimed here under limits of all nodes and was not ended by a verb; some may have ended otherwise. */
    private final Set<JobId> limited = ConcurrentHashMap.newKeySet();

    /** A node has claimed: it got less than it asked for, or all. */
    void claimed(ClaimRequest request, Claimed got) {
        claims.put(request.node(), new Last(request, heads(got.claims()) < request.total()));
        List<Limit> limits =
                request.caps().stream().flatMap(cap -> cap.shared().stream()).toList();
        if (!limits.isEmpty()) {
            if (limited.size() > LIMITED_MAX) {
                limited.clear(); // then some ends wake nobody elsewhere
            }
            got.claims().stream()
                    .filter(claim -> limits.stream().anyMatch(limit -> limit.concerns(claim.route())))
                    .forEach(claim -> limited.add(claim.id()));
        }
    }

    /** Those behind others of their lane take no room. */
    private static long heads(List<Claim> got) {
        long alone = got.stream().filter(claim -> claim.turn().isEmpty()).count();
        return alone
                + got.stream()
                        .flatMap(claim -> claim.turn().stream())
                        .map(Turn::lane)
                        .distinct()
                        .count();
    }

    /** Whether an end may make room for others elsewhere: one of these was claimed under a limit of all nodes. */
    boolean isMadeBy(List<Finish> ends) {
        boolean made = false;
        for (Finish end : ends) {
            made |= limited.remove(end.id());
        }
        return made;
    }

    void leave(NodeId node) {
        claims.remove(node);
    }

    /** Will one of them take jobs of all these routes, once it is woken? */
    boolean isThereFor(Collection<Route> routes) {
        return claims.values().stream()
                .anyMatch(last -> last.leftRoom() && routes.stream().allMatch(last.request()::isOpen));
    }

    /** Has one of them asked for jobs of each of these routes? An end has made room for one more. */
    boolean isTaken(Collection<Route> routes) {
        return routes.stream()
                .allMatch(route ->
                        claims.values().stream().anyMatch(last -> last.request().isOpen(route)));
    }
}
