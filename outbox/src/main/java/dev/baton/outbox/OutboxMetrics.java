package dev.baton.outbox;

import dev.baton.observe.Event;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A listener that keeps the metrics of an outbox with Micrometer; {@code docs/operations.md} lists them. Counters count what this process
 * saw since it started. Gauges are the same in every process: they come from the store, which is asked at most once a second and only when
 * somebody scrapes.
 */
public final class OutboxMetrics implements OutboxListener {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final double NANOS = 1_000_000.0;
    private static final double[] BUCKETS = {5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000};

    private final MeterRegistry registry;
    private final Duration stuckAfter;
    private final Map<AttemptState, Counter> attempts = new EnumMap<>(AttemptState.class);
    private final Counter wakeups;
    private final Counter claims;
    private final Counter requeues;

    /** Metrics in this registry. Give it to one {@code Rails} only. */
    @SuppressWarnings("exports") // who has no Micrometer does not need its module either
    public OutboxMetrics(MeterRegistry registry) {
        this(registry, Figures.STUCK_AFTER);
    }

    /**
     * The same, where a payment is stuck that has been under way for so long. That is to be longer than an attempt may take, twice the
     * longest time-out of a rail and 30 s, and the repair after it. Default: two minutes.
     */
    @SuppressWarnings("exports")
    public OutboxMetrics(MeterRegistry registry, Duration stuckAfter) {
        this.registry = registry;
        this.stuckAfter = stuckAfter;
        for (AttemptState state : AttemptState.values()) {
            attempts.put(
                    state,
                    Counter.builder("attempts")
                            .description("Attempts to send payments, by what became of them")
                            .tag("state", state.name())
                            .register(registry));
        }
        wakeups = counter(
                "notify.wakeups", "Looks for work that the store has asked for, however often it did before each");
        claims = counter("claim.batches", "Claims that brought payments");
        requeues = counter("reaper.requeues", "Payments of dead processes that wait to be sent again");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    @Override
    public void begin(Gauges gauges) {
        var figures = new Recent(gauges);
        gauge("outbox.pending.depth", "Payments that wait to be sent", figures, Figures::pending);
        gauge("oldest.pending.age.seconds", "How long the oldest of them has waited", figures, Figures::oldestSeconds);
        gauge("dlq.depth", "Payments that failed for good", figures, Figures::dead);
        gauge("outbox.parked.depth", "Payments that people decide about, failed or held", figures, Figures::parked);
        gauge("stuck.dispatching.count", "Payments that have been under way for too long", figures, Figures::stuck);
    }

    private void gauge(String name, String description, Recent figures, ToDoubleFunction<Figures> which) {
        Gauge.builder(name, figures, all -> which.applyAsDouble(all.figures()))
                .description(description)
                .strongReference(true) // nobody else has it, and it would be collected
                .register(registry);
    }

    @Override
    public void on(Event event) {
        AttemptState.of(event).map(attempts::get).ifPresent(Counter::increment);
        if (event instanceof Event.WorkerWoken) {
            wakeups.increment();
        } else if (event instanceof Event.JobsClaimed claimed && claimed.types().contains(Rails.TYPE)) {
            claims.increment();
        } else if (event instanceof Event.JobRecovered lost
                && lost.type().equals(Rails.TYPE)
                && lost.to().isPending()) {
            requeues.increment();
        }
    }

    @Override
    public void called(String rail, Codes.Meaning meaning, Duration took) {
        DistributionSummary.builder("dispatch.latency.ms")
                .description("How long calls of rails took, whatever came of them")
                .serviceLevelObjectives(BUCKETS)
                .tag("rail", rail)
                .register(registry)
                .record(took.toNanos() / NANOS);
    }

    /** What the store answered lately; a scrape reads many gauges, and asks once. */
    private final class Recent {
        private final Gauges gauges;
        private Figures last = Figures.UNKNOWN;
        private long askedAt;

        Recent(Gauges gauges) {
            this.gauges = gauges;
        }

        synchronized Figures figures() {
            long now = registry.config().clock().monotonicTime();
            if (last.equals(Figures.UNKNOWN) || now - askedAt >= FRESH.toNanos()) {
                last = Figures.of(gauges, stuckAfter);
                askedAt = now;
            }
            return last;
        }
    }
}
