package dev.baton;

import dev.baton.internal.dispatch.Limits;
import dev.baton.store.Limit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** How much a setup may do at once, by itself and with all others. */
final class Limiting {

    private static final String BAD = "BAD_LIMIT";

    private final Faults faults;
    private final Map<String, Integer> ofType = new LinkedHashMap<>();
    private final Map<String, Integer> ofQueue = new LinkedHashMap<>();
    private final List<Limit> shared = new ArrayList<>();
    private int total = 10;

    Limiting(Faults faults) {
        this.faults = faults;
    }

    void total(int most) {
        faults.unless(most >= 1, "concurrency must be at least 1; got " + most);
        total = most;
    }

    void ofType(String type, int most) {
        faults.unless(most >= 1, "the concurrency of type " + type + " must be at least 1; got " + most);
        ofType.put(type, most);
    }

    void ofQueue(String queue, int most) {
        faults.unless(most >= 1, "the concurrency of queue " + queue + " must be at least 1; got " + most);
        ofQueue.put(queue, most);
    }

    void add(Limit limit) {
        if (!limit.saysAnything()) {
            faults.add(BAD, "the limit of " + limit.named() + " says neither how many at once nor how fast");
        }
        if (shared.stream().anyMatch(limit::isAbout)) {
            faults.add(BAD, "there are two limits of " + limit.named());
        }
        shared.add(limit);
    }

    /** What can be wrong once all handlers are there. */
    void check(Predicate<String> handled) {
        ofType.keySet()
                .forEach(type -> faults.unless(
                        handled.test(type), "the concurrency of type " + type + ", which is not handled here"));
    }

    /** In one order, whoever says them. */
    Limits limits() {
        return new Limits(
                total,
                Map.copyOf(ofType),
                Map.copyOf(ofQueue),
                shared.stream().sorted(Limit.IN_ORDER).toList());
    }
}
