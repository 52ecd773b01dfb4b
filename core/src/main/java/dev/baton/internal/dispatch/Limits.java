package dev.baton.internal.dispatch;

import dev.baton.store.Limit;
import java.util.List;
import java.util.Map;

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
}
