package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.ClaimRequest.Cap;
import dev.baton.store.Claimed;
import dev.baton.store.Limit;
import dev.baton.store.LimitView;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Claims that are kept to limits of all nodes. */
record Limited(StoreUnderTest it, List<Limit> limits) {

    /** Of the type of all jobs. */
    static final Limit TYPE = new Limit(Limit.Kind.TYPE, ROUTE.type(), Optional.empty(), Optional.empty());

    /** Of their queue. */
    static final Limit QUEUE = Limit.ofQueue(ROUTE.queue());

    /** Kept to these, which are declared. */
    static Limited to(StoreUnderTest it, Limit... limits) {
        it.store.limits().declare(List.of(limits), it.now());
        return new Limited(it, List.of(limits));
    }

    /** Whatever can be claimed. */
    Claimed claim(Route... routes) {
        return claim(it.now(), 100, routes);
    }

    Claimed claim(Instant now, int total, Route... routes) {
        return it.store.claim(request(it.node(), total, 1, routes), now);
    }

    ClaimRequest request(NodeId node, int total, int run, Route... routes) {
        var terms = new LinkedHashMap<Route, Terms>();
        for (Route route : routes.length == 0 ? new Route[] {ROUTE} : routes) {
            terms.put(route, LIMITS);
        }
        return new ClaimRequest(node, terms, caps(terms), total, true, new ClaimRequest.Share(0, run));
    }

    private List<Cap> caps(Map<Route, Terms> routes) {
        var caps = new ArrayList<Cap>();
        for (Limit limit : limits) {
            Set<Route> of = new HashSet<>(routes.keySet());
            of.removeIf(route -> !limit.concerns(route));
            caps.add(new Cap(of, 100, Optional.of(limit)));
        }
        return caps;
    }

    List<JobId> claimIds() {
        return claim().claims().stream().map(Claim::id).toList();
    }

    int claimCount() {
        return claim().claims().size();
    }

    void add(int howMany) {
        for (int i = 0; i < howMany; i++) {
            it.add();
        }
    }

    LimitView view(Limit limit) {
        return it.store.limits().all().stream()
                .filter(view -> view.limit().isAbout(limit))
                .findFirst()
                .orElseThrow();
    }
}
