package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Limits;
import dev.baton.internal.dispatch.Threads;
import dev.baton.internal.prune.ExportFiles;
import dev.baton.internal.prune.Pruning;
import dev.baton.job.PayloadCodec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** How an engine is set up. */
public record Settings(
        Limits limits, Timings timings, Timeline time, RandomGenerator random, PayloadCodec codec, Threads threads) {

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
     * What becomes of finished jobs.
     *
     * @param keep how long they are kept
     * @param export where they are written before they are removed
     */
    public record Retention(Pruning.Keep keep, Optional<ExportFiles> export) {

        /** All are kept so long, and removed unwritten. */
        public static Retention of(Duration keep, Duration every) {
            return new Retention(new Pruning.Keep(keep, Map.of(), every), Optional.empty());
        }
    }
}
