package dev.baton.observe;

import dev.baton.job.JobState;
import dev.baton.store.LimitView;
import dev.baton.store.RouteCount;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A listener that keeps metrics with Micrometer; {@code docs/guide/jobs.md} lists them. Counters count what this process saw
 * since it started; how many jobs stand where comes from the store, which is asked at most once a second and only when somebody
 * scrapes.
 */
public final class BatonMetrics implements Listener {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5)
    };

    private final MeterRegistry registry;
    private final AtomicLong recovered = new AtomicLong();
    private final AtomicLong reEnqueued = new AtomicLong();
    private final AtomicLong recoveryNanos = new AtomicLong();
    private final List<Object> held = new ArrayList<>(); // what the registry measures, and holds weakly

    /** Metrics in this registry, whose way of naming is kept for all meters but one. Give it to one {@code Baton} only. */
    @SuppressWarnings("exports") // who has no Micrometer does not need its module either
    public BatonMetrics(MeterRegistry registry) {
        CreatedKeepsItsName.in(registry);
        this.registry = registry;
    }

    @Override
    public void begin(Gauges gauges) {
        Gauge.builder("jobs.in.progress", gauges, Gauges::running)
                .description("Handlers that run in this process now")
                .register(registry);
        var counts = new Counts(gauges);
        held.add(counts);
        for (String type : gauges.types()) {
            for (JobState state : JobState.values()) {
                if (state.isFinal()) {
                    continue;
                }
                Gauge.builder("jobs.by.state", counts, all -> all.of(type, state))
                        .description("Jobs in the store by where they stand, those that have ended not counted")
                        .tags("type", type, "state", state.toString())
                        .register(registry);
            }
        }
        for (String limit : gauges.limitNames()) {
            Gauge.builder("limits.in.use", counts, all -> all.inUse(limit))
                    .description("Running jobs that count for a limit of all nodes")
                    .tags("limit", limit)
                    .register(registry);
        }
        Gauge.builder("recovery.processing.recovered", recovered, AtomicLong::get)
                .description("Jobs that the start took back from dead processes")
                .register(registry);
        Gauge.builder("recovery.pending.re.enqueued", reEnqueued, AtomicLong::get)
                .description("Jobs that were pending after the start's recovery, counted up to a limit")
                .register(registry);
        TimeGauge.builder("recovery.duration", recoveryNanos, TimeUnit.NANOSECONDS, AtomicLong::get)
                .description("How long the start's recovery took")
                .register(registry);
    }

    @Override
    public void on(Event event) {
        if (event instanceof Event.JobCreated created) {
            count(CreatedKeepsItsName.METER, "Jobs that this process added", created);
        } else if (event instanceof Event.JobCompleted completed) {
            count("jobs.completed", "Jobs that were done", completed);
            ran(completed, "Ok");
        } else if (event instanceof Event.JobRetried retried) {
            count("jobs.retried", "Attempts that failed and are to be repeated", retried);
            ran(retried, "Err");
        } else if (event instanceof Event.JobFailed failed) {
            count("jobs.failed", "Jobs that failed for good", failed);
            if (failed.attempt() > 0) {
                ran(failed, "Err");
            }
        } else if (event instanceof Event.JobHeld held) {
            count("jobs.held", "Jobs whose outcome nobody knows", held);
            if (held.attempt() > 0) {
                ran(held, "Err");
            }
        } else if (event instanceof Event.JobInDoubt doubt) {
            count("jobs.in.doubt", "Attempts whose outcome nobody knows, and that are asked about", doubt);
            ran(doubt, "Err");
        } else if (event instanceof Event.LaneBlocked blocked) {
            count("lanes.blocked", "Times a parked job closed its lane", blocked);
        } else if (event instanceof Event.JobCancelled cancelled) {
            count("jobs.cancelled", "Jobs that were cancelled while they ran", cancelled);
        } else if (event instanceof Event.JobRecovered lost) {
            count("jobs.recovered", "Jobs taken back from dead processes", lost);
        } else if (event instanceof Event.JobFenced fenced) {
            count("jobs.fenced", "Outcomes refused because the job was lost before", fenced);
        } else if (event instanceof Event.HandlerStuck stuck) {
            count("handlers.stuck", "Handlers that ignored their interrupt and were left alone", stuck);
        } else if (event instanceof Event.LimitsFull kept) {
            kept.limits()
                    .forEach((limit, times) ->
                            registry.counter("limits.full", "limit", limit).increment(times));
        } else if (event instanceof Event.ScheduleFired fired) {
            count("schedules.fired", "Jobs that schedules added", fired);
        } else if (event instanceof Event.ScheduleSkipped skipped) {
            registry.counter("schedules.skipped", "reason", skipped.reason()).increment();
        } else if (event instanceof Event.ScheduleFailed) {
            registry.counter("schedules.failed").increment();
        } else if (event instanceof Event.StepFailed failed) {
            registry.counter("engine.step.failures", "step", failed.step()).increment();
        } else if (event instanceof Event.RecoveryCompleted completed) {
            recovered.set(completed.processingRecovered());
            reEnqueued.set(completed.pendingReEnqueued());
            recoveryNanos.set(completed.took().toNanos());
        }
    }

    private void count(String name, String description, Event.JobEvent event) {
        Counter.builder(name)
                .description(description)
                .tags("type", event.type(), "queue", event.queue())
                .register(registry)
                .increment();
    }

    /** Under the names of the system that Baton's jobs are modelled on. */
    private void ran(Event.AttemptEnded event, String status) {
        Tags tags = Tags.of("name", event.type(), "namespace", event.queue(), "status", status);
        Counter.builder("requests")
                .description("Handlers that ran, by how it went")
                .tags(tags)
                .register(registry)
                .increment();
        Timer.builder("request.duration")
                .description("How long handlers ran")
                .serviceLevelObjectives(BUCKETS)
                .tags(tags)
                .register(registry)
                .record(event.took());
    }

    /** What the store counted lately; a scrape reads many gauges, and asks once. */
    private final class Counts {
        private final Gauges gauges;
        private List<RouteCount> counted = List.of();
        private List<LimitView> limits = List.of();
        private long countedAt;
        private boolean known;

        Counts(Gauges gauges) {
            this.gauges = gauges;
        }

        /** Not a number if the store cannot be asked: a gauge of zero would be a lie. */
        synchronized double of(String type, JobState state) {
            if (!look()) {
                return Double.NaN;
            }
            return counted.stream()
                    .filter(count -> count.route().type().equals(type) && count.state() == state)
                    .mapToLong(RouteCount::count)
                    .sum();
        }

        synchronized double inUse(String limit) {
            if (!look()) {
                return Double.NaN;
            }
            return limits.stream()
                    .filter(view -> view.limit().named().equals(limit))
                    .mapToInt(LimitView::inUse)
                    .sum();
        }

        private boolean look() {
            long now = registry.config().clock().monotonicTime();
            if (!known || now - countedAt >= FRESH.toNanos()) {
                try {
                    counted = gauges.counts();
                    limits = gauges.limitNames().isEmpty() ? List.of() : gauges.limits();
                    known = true;
                    countedAt = now;
                } catch (RuntimeException e) {
                    known = false;
                }
            }
            return known;
        }
    }
}
