package dev.baton.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

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
}
