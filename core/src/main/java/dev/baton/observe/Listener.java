package dev.baton.observe;

import dev.baton.job.JobId;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.LimitView;
import dev.baton.store.RouteCount;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hears what happens, in the order it was told, on one thread that all listeners share. What different threads do at the same
 * time may be told in either order: that a job was created may come after that it began. What it throws is logged, and concerns nobody else;
 * events it cannot keep up with are dropped and counted.
 */
@FunctionalInterface
public interface Listener {

    /** Something happened. */
    void on(Event event);

    /** Called once, before the first event, with what can be asked at any time. */
    default void begin(Gauges gauges) {}

    /** What stands where now. Safe for use by several threads. */
    interface Gauges {

        /** How many jobs stand in the store, by route and state; cheap, as no more than a limit is counted. */
        List<RouteCount> counts();

        /** What the limits are about that are said here. */
        default Set<String> limitNames() {
            return Set.of();
        }

        /** What all nodes together are kept to, and how much of it is used. */
        default List<LimitView> limits() {
            return List.of();
        }

        /** How far behind the jobs of a type are; those are overdue that have been running for so long. As cheap as {@link #counts}. */
        Lag lag(String type, Duration runningFor);

        /** The store's time, by which jobs have been added and are due. */
        Instant now();

        /** Where these jobs stand; ids that are not known are left out. */
        Map<JobId, JobView.Standing> standings(Collection<JobId> jobs);

        /** How many handlers run in this process. */
        int running();

        /** The types that are handled or enqueued here. */
        Set<String> types();

        /** How far the start has come; answered from memory, also while it is under way. */
        StartupProgress startup();
    }
}
