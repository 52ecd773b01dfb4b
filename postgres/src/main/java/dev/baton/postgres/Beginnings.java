package dev.baton.postgres;

import dev.baton.store.NodeId;
import dev.baton.store.Route;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where a store's looks for work may begin, if there is much that is dead before it. A hint: it decides when, never whether. */
final class Beginnings {

    /** So long a job that stands before it may wait. */
    private static final Duration CLAIMS_LAST = Duration.ofSeconds(1);

    /** So long a claim may go unnoticed of which this process does not know. */
    private static final Duration HOLDINGS_LAST = Duration.ofSeconds(3);

    /** A route and one of the priorities it has jobs of. */
    record Level(Route route, int priority) {}

    private final Beginning<Map<Level, Long>> claims = new Beginning<>(CLAIMS_LAST, System::nanoTime);
    private final Shortcut shortcut = new Shortcut(System::nanoTime);
    private final Map<NodeId, Beginning<Long>> holdings = new ConcurrentHashMap<>();

    /** When the first job of each level is due, in microseconds. */
    Beginning<Map<Level, Long>> claims() {
        return claims;
    }

    /** Whether claims may do without a look. */
    Shortcut shortcut() {
        return shortcut;
    }

    /** The smallest fence of what this node holds. */
    Beginning<Long> holdings(NodeId node) {
        return holdings.computeIfAbsent(node, any -> new Beginning<>(HOLDINGS_LAST, System::nanoTime));
    }
}
