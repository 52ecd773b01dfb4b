package dev.baton.outbox;

import dev.baton.job.JobState;
import dev.baton.observe.Listener.Gauges;
import dev.baton.store.Lag;
import dev.baton.store.RouteCount;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * What an outbox looks like at one moment, over all processes: how many payments wait, for how long the oldest has, how many failed for
 * good, how many wait for people, failed or held, and how many have been under way for too long.
 */
record Figures(double pending, double oldestSeconds, double dead, double parked, double stuck) {

    /** Of a store that cannot be asked: zero would be a lie. */
    static final Figures UNKNOWN = new Figures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** After this a payment that is being sent is stuck, unless it is said otherwise: with rails as they are, all is over by then. */
    static final Duration STUCK_AFTER = Duration.ofMinutes(2);

    private static final double MILLIS = 1_000.0;

    static Figures of(Gauges gauges, Duration stuckAfter) {
        try {
            List<RouteCount> counts = gauges.counts();
            Lag lag = gauges.lag(Rails.TYPE, stuckAfter);
            double oldest = lag.oldestPending()
                    .map(added -> Duration.between(added, gauges.now()).toMillis() / MILLIS)
                    .orElse(0.0);
            return new Figures(
                    sum(counts, JobState::isPending),
                    Math.max(0, oldest),
                    sum(counts, state -> state == JobState.DEAD),
                    sum(counts, JobState::isParked),
                    lag.overdue());
        } catch (RuntimeException unanswered) {
            return UNKNOWN;
        }
    }

    private static long sum(List<RouteCount> counts, Predicate<JobState> states) {
        return counts.stream()
                .filter(count -> count.route().type().equals(Rails.TYPE) && states.test(count.state()))
                .mapToLong(RouteCount::count)
                .sum();
    }
}
