package dev.baton;

import dev.baton.internal.dispatch.Dispatcher;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many handlers may run at once in this process: in all, of a type, from a queue. */
final class Concurrency {

    private final Faults faults;
    private final Map<String, Integer> ofType = new LinkedHashMap<>();
    private final Map<String, Integer> ofQueue = new LinkedHashMap<>();
    private int total = 10;

    Concurrency(Faults faults) {
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

    /** What can be wrong once all handlers are there. */
    void check(Handlers handlers) {
        ofType.keySet()
                .forEach(type -> faults.unless(
                        handlers.handle(type), "the concurrency of type " + type + ", which is not handled here"));
    }

    Dispatcher.Limits limits() {
        return new Dispatcher.Limits(total, Map.copyOf(ofType), Map.copyOf(ofQueue));
    }
}
