package dev.baton.internal.dispatch;

import dev.baton.store.Limit;
import dev.baton.store.Route;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many jobs may run at once here: in all, and at most so many of some types and from some queues.
 *
 * @param shared what all nodes of the store together are kept to
 */
public record Limits(int total, Map<String, Integer> types, Map<String, Integer> queues, List<Limit> shared) {

    /** For this process alone. */
    public Limits(int total, Map<String, Integer> types, Map<String, Integer> queues) {
        this(total, types, queues, List.of());
    }

    /** What the limits of all nodes are about. */
    public Set<String> names() {
        return shared.stream().map(Limit::named).collect(Collectors.toUnmodifiableSet());
    }

    /** What a node says it takes, of these routes: jobs with limit keys, too, where it keeps them to a limit. */
    public Set<Route> serves(Set<Route> routes) {
        var serves = new LinkedHashSet<>(routes);
        for (Limit limit : shared) {
            routes.stream()
                    .filter(route -> limit.eachKey() && limit.concerns(route))
                    .forEach(route -> serves.add(route.withKey("")));
        }
        return serves;
    }
}
