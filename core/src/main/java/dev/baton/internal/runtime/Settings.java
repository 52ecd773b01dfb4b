package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Dispatcher;
import dev.baton.internal.dispatch.Threads;
import dev.baton.job.PayloadCodec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** How an engine is set up. */
public record Settings(
        Dispatcher.Limits limits,
        Timings timings,
        Timeline time,
        RandomGenerator random,
        PayloadCodec codec,
        Threads threads) {

    /**
     * How often, and how long.
     *
     * @param poll how often to look for work without a hint
     * @param heartbeat how often to say that this node lives
     * @param lease how long a node may be silent before it is taken for dead
     * @param recover how often to look for dead nodes
     * @param grace how long handlers may go on when the engine stops
     * @param retention how long finished jobs are kept
     */
    public record Timings(
            Duration poll, Duration heartbeat, Duration lease, Duration recover, Duration grace, Retention retention) {}

    /**
     * How long finished jobs are kept.
     *
     * @param keep so long after their end
     * @param every how often to look for older ones
     */
    public record Retention(Duration keep, Duration every) {}
}
