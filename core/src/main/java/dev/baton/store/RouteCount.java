package dev.baton.store;

import dev.baton.job.JobState;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * How many jobs of a route stand in a state.
 *
 * @param more whether jobs of the route in the same place (pending, running or parked) were not looked at, so that there may
 *     be more in this state than were counted
 */
public record RouteCount(Route route, JobState state, long count, boolean more) {

    /** The same without limit keys: what stands in the same state under several keys of a route is one count. */
    public static List<RouteCount> ofPlainRoutes(List<RouteCount> counts) {
        if (counts.stream().allMatch(count -> count.route().limitKey().isEmpty())) {
            return counts;
        }
        record Place(Route route, JobState state) {}
        var merged = new LinkedHashMap<Place, RouteCount>();
        for (RouteCount each : counts) {
            Route plain = each.route().plain();
            merged.merge(
                    new Place(plain, each.state()),
                    new RouteCount(plain, each.state(), each.count(), each.more()),
                    (a, b) -> new RouteCount(plain, a.state(), a.count() + b.count(), a.more() || b.more()));
        }
        return List.copyOf(merged.values());
    }
}
