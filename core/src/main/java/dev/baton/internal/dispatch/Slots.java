package dev.baton.internal.dispatch;

import dev.baton.job.CrashPolicy;
import dev.baton.observe.Reason;
import dev.baton.observe.Reason.Cause;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.ClaimRequest.Cap;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How many jobs may run at once, in all, of a type and from a queue, and how many do. What is limited by type or queue counts
 * from its claim on, so that no more of it is claimed than may run. Guarded by its owner's lock.
 */
final class Slots {

    /** So many jobs of a lane may wait here for one another: the claim's share in the time of each is small by then. */
    private static final int RUN_MAX = 400;

    private final Limits limits;
    private final Map<Route, Terms> routes;
    private final Map<String, Integer> ofType = new HashMap<>();
    private final Map<String, Integer> ofQueue = new HashMap<>();
    private final List<Limited> limited = new ArrayList<>();
    /** What counts for a limit of all nodes, by that limit. */
    private final Map<Limit, Set<Route>> shared = new LinkedHashMap<>();
    /**
     * What is in doubt if it is lost before it began, or uses up what others could have from its claim on: none of it is claimed ahead of
     * free slots.
     */
    private final Set<Route> careful = new LinkedHashSet<>();

    private long turn;
    private int running;
    private int lastChances;

    /** A type or a queue of which so many may run: its routes, and how many are in use under its name. */
    private record Limited(String name, int most, Set<Route> routes, Map<String, Integer> used) {
        Cap cap() {
            return new Cap(routes, most - used.getOrDefault(name, 0));
        }
    }

    Slots(Limits limits, Map<Route, Terms> routes) {
        this.limits = limits;
        this.routes = routes;
        routes.forEach((route, terms) -> {
            if (terms.crash() != CrashPolicy.RERUN) {
                careful.add(route);
            }
        });
        limit(limits.types(), ofType, Route::type);
        limit(limits.queues(), ofQueue, Route::queue);
        limits.shared().forEach(this::share);
    }

    private void share(Limit limit) {
        Set<Route> of = routes.keySet().stream().filter(limit::concerns).collect(Collectors.toUnmodifiableSet());
        if (!of.isEmpty()) {
            shared.put(limit, of);
            careful.addAll(of);
        }
    }

    /** Does it count for a limit of all nodes? */
    boolean isShared(Route route) {
        return shared.keySet().stream().anyMatch(limit -> limit.concerns(route));
    }

    private void limit(Map<String, Integer> mostOf, Map<String, Integer> used, Function<Route, String> nameOf) {
        mostOf.forEach((name, most) -> {
            var of = new LinkedHashSet<Route>();
            routes.keySet().stream()
                    .filter(route -> nameOf.apply(route).equals(name))
                    .forEach(of::add);
            limited.add(new Limited(name, most, of, used));
        });
    }

    int total() {
        return limits.total();
    }

    int free() {
        return Math.max(0, limits.total() - running);
    }

    void claimed(Claim claim) {
        count(claim, 1);
        lastChances += isLastChance(claim) ? 1 : 0;
    }

    void started() {
        running++;
    }

    void stopped() {
        running--;
    }

    void over(Claim claim) {
        count(claim, -1);
        lastChances -= isLastChance(claim) ? 1 : 0;
    }

    /** Its handler is left alone: another may have its last chance; what is limited by type and queue stays taken. */
    void left(Claim claim) {
        lastChances -= isLastChance(claim) ? 1 : 0;
    }

    /** A handler that was left alone returned. */
    void returned(Claim claim) {
        count(claim, -1);
    }

    private void count(Claim claim, int change) {
        ofType.merge(claim.route().type(), change, Integer::sum);
        ofQueue.merge(claim.route().queue(), change, Integer::sum);
    }

    /** Of jobs that must not be lost again, one runs at a time: it may be the one that took the others down with it. */
    private boolean isLastChance(Claim claim) {
        Terms allowed = routes.get(claim.route());
        return allowed != null && allowed.makeLastChance(claim.tally());
    }

    /** What keeps a job like this from being claimed here now, if so many wait for a slot already. */
    List<Reason> inTheWay(Route route, Tally tally, int waiting) {
        var reasons = new ArrayList<Reason>();
        if (free() <= waiting) {
            reasons.add(full("handlers", limits.total()));
        }
        fullAt(limits.types(), ofType, route.type())
                .ifPresent(most -> reasons.add(full("handlers of type " + route.type(), most)));
        fullAt(limits.queues(), ofQueue, route.queue())
                .ifPresent(most -> reasons.add(full("handlers of jobs from queue " + route.queue(), most)));
        Terms terms = routes.get(route);
        if (lastChances > 0 && terms != null && terms.makeLastChance(tally)) {
            reasons.add(new Reason(
                    Cause.LAST_CHANCE,
                    "It was lost with its process before, and once more would park it; another such job runs in this process.",
                    "Wait until that one has ended: one of them at a time, so that none takes another down with it."));
        }
        return reasons;
    }

    private static Optional<Integer> fullAt(Map<String, Integer> mostOf, Map<String, Integer> used, String name) {
        return Optional.ofNullable(mostOf.get(name)).filter(most -> used.getOrDefault(name, 0) >= most);
    }

    private static Reason full(String what, int most) {
        return new Reason(
                Cause.LIMIT_FULL,
                "This process runs as many " + what + " as it may, " + most + ".",
                "Wait until one has ended, or raise that limit.");
    }

    /** How many wait for a slot: those that begin first, and the others. */
    record Waiting(int urgent, int others) {}

    /** Would its loss before it began put it in doubt, or park it, or does it keep others from beginning? Such jobs begin before all that was claimed ahead. */
    boolean isUrgent(Claim claim) {
        return careful.contains(claim.route()) || isLastChance(claim);
    }

    /** Does the next of its lane begin only when its end is written down? */
    boolean isStrict(Claim claim) {
        Terms terms = routes.get(claim.route());
        return terms == null || terms.isStrict();
    }

    /** Is there anything of which nothing is claimed ahead? */
    boolean haveCareful() {
        return !careful.isEmpty();
    }

    /** Somebody was served. */
    void nextTurn() {
        turn++;
    }

    /**
     * What may be claimed now, if so many wait for a slot already. Limits by type and queue are caps of their own, so that a backlog
     * without limits does not crowd out what has them.
     *
     * @param ahead so many are wanted ahead of free slots
     * @param run so many of a lane are worth claiming in a row
     */
    ClaimRequest request(NodeId node, Waiting waiting, int ahead, int run) {
        int open = Math.max(0, free() - waiting.urgent());
        var caps = new ArrayList<>(limited.stream().map(Limited::cap).toList());
        caps.add(new Cap(careful, open));
        shared.forEach((limit, of) -> caps.add(new Cap(of, open, Optional.of(limit))));
        int wanted = free() + ahead - waiting.urgent() - waiting.others();
        int total = Math.max(wanted, haveCareful() ? open : 0);
        var share = new ClaimRequest.Share(turn, Math.min(RUN_MAX, 1 + run));
        return new ClaimRequest(node, routes, caps, Math.max(0, total), open > 0 && lastChances == 0, share);
    }
}
