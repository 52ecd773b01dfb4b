package dev.baton.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a node can run now.
 *
 * @param node who asks
 * @param routes what it handles, each with what a stranger needs to know if this node dies
 * @param caps how much it has room for
 * @param total how much in all
 * @param lastChances whether one may come that must not be lost again. Who has such a job asks for no second one: if one of
 *     them takes the process down, it takes no other with it for good
 */
public record ClaimRequest(NodeId node, Map<Route, Limits> routes, List<Cap> caps, int total, boolean lastChances) {

    /** At most so many jobs of these routes together. */
    public record Cap(Set<Route> routes, int limit) {}

    /**
     * How often a job may run.
     *
     * @param attempts runs in all; those that failed, timed out or were lost count
     * @param losses runs that may be lost with their process
     */
    public record Limits(int attempts, int losses) {

        /** Was a job with this tally lost before, and would one more loss park it? */
        public boolean makeLastChance(JobView.Tally tally) {
            int losses = tally.lost() + 1;
            return tally.lost() > 0 && (losses >= this.losses || tally.failures() + losses >= attempts);
        }
    }

    /**
     * Which of these jobs are taken, if they stand in the order in which they are to begin: as many as every cap and the total
     * allow. One that was lost before comes alone, so that few neighbours are lost with it again.
     */
    public <T> List<T> choose(List<T> inOrder, Function<T, Route> route, Function<T, JobView.Tally> tally) {
        var chosen = new ArrayList<T>();
        for (T candidate : inOrder) {
            if (chosen.size() < total && fits(chosen, route, route.apply(candidate))) {
                JobView.Tally before = tally.apply(candidate);
                if (before.lost() == 0) {
                    chosen.add(candidate);
                } else if (chosen.isEmpty() && (lastChances || !isLastChance(route.apply(candidate), before))) {
                    return List.of(candidate);
                }
            }
        }
        return chosen;
    }

    private boolean isLastChance(Route route, JobView.Tally tally) {
        Limits limits = routes.get(route);
        return limits != null && limits.makeLastChance(tally);
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
