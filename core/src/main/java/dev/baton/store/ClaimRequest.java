package dev.baton.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a node can run now.
 *
 * @param node who asks
 * @param routes what it handles, each with what a stranger needs to know if this node dies
 * @param caps how much it has room for
 * @param total how much in all
 */
public record ClaimRequest(NodeId node, Map<Route, Limits> routes, List<Cap> caps, int total) {

    /** At most so many jobs of these routes together. */
    public record Cap(Set<Route> routes, int limit) {}

    /**
     * How often a job may run.
     *
     * @param attempts runs in all; those that failed, timed out or were lost count
     * @param losses runs that may be lost with their process
     */
    public record Limits(int attempts, int losses) {}

    /**
     * Which of these jobs are taken, if they stand in the order in which they are to begin: as many as every cap and the total
     * allow. One that was lost before comes alone, so that no neighbour is lost with it again.
     */
    public <T> List<T> choose(List<T> inOrder, Function<T, Route> route, Predicate<T> wasLost) {
        var chosen = new ArrayList<T>();
        for (T candidate : inOrder) {
            if (chosen.size() < total && fits(chosen, route, route.apply(candidate))) {
                if (!wasLost.test(candidate)) {
                    chosen.add(candidate);
                } else if (chosen.isEmpty()) {
                    return List.of(candidate);
                }
            }
        }
        return chosen;
    }

    private <T> boolean fits(List<T> chosen, Function<T, Route> route, Route next) {
        return caps.stream()
                .filter(cap -> cap.routes().contains(next))
                .allMatch(cap -> cap.limit()
                        > chosen.stream()
                                .filter(c -> cap.routes().contains(route.apply(c)))
                                .count());
    }
}
