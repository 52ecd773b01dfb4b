package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.testkit.ManualClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What Prometheus reads of an outbox, whatever else its process does. */
class OutboxMetricsTest {

    private static final NodeId NODE = new NodeId(new UUID(1, 1));
    private static final JobId JOB = new JobId(new UUID(1, 2));

    private final ManualClock clock = new ManualClock();
    private final SaidGauges gauges = new SaidGauges(clock);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final OutboxMetrics metrics = new OutboxMetrics(registry);

    private List<String> scraped() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void there_are_the_metrics_of_the_document_before_anything_has_happened() {
        metrics.begin(gauges);

        assertThat(scraped())
                .contains(
                        "outbox_pending_depth 0.0",
                        "oldest_pending_age_seconds 0.0",
                        "notify_wakeups_total 0.0",
                        "claim_batches_total 0.0",
                        "attempts_total{state=\"DISPATCHING\"} 0.0",
                        "attempts_total{state=\"DISPATCHED\"} 0.0",
                        "attempts_total{state=\"RETRYABLE\"} 0.0",
                        "attempts_total{state=\"FAILED\"} 0.0",
                        "attempts_total{state=\"ZOMBIE_REQUEUE\"} 0.0",
                        "dlq_depth 0.0",
                        "reaper_requeues_total 0.0",
                        "stuck_dispatching_count 0.0");
    }

    @Test
    void jobs_that_are_no_payments_are_counted_nowhere() {
        var other = new Route("mail", "mail.send", 1);
        gauges.count(other, JobState.READY, 7);
        gauges.count(other, JobState.DEAD, 7);
        gauges.count(SaidGauges.PAYMENTS, JobState.WAITING, 2);
        gauges.count(SaidGauges.PAYMENTS, JobState.HELD, 3);
        gauges.count(SaidGauges.PAYMENTS, JobState.DEAD, 4);
        metrics.begin(gauges);

        metrics.on(new Event.JobCompleted(JOB, "mail.send", "mail", 1, Duration.ZERO));
        metrics.on(new Event.JobRecovered(JOB, "mail.send", "mail", 1, JobState.READY));
        metrics.on(new Event.JobsClaimed(NODE, 1, 2, Set.of("mail.send")));
        metrics.on(new Event.JobsClaimed(NODE, 1, 2, Set.of("mail.send", "outbox.payment")));

        assertThat(scraped())
                .contains(
                        "outbox_pending_depth 2.0",
                        "dlq_depth 4.0",
                        "outbox_parked_depth 7.0",
                        "claim_batches_total 1.0",
                        "attempts_total{state=\"DISPATCHED\"} 0.0",
                        "attempts_total{state=\"ZOMBIE_REQUEUE\"} 0.0",
                        "reaper_requeues_total 0.0");
    }

    @Test
    void a_payment_that_recovery_has_parked_is_not_one_that_it_has_put_back() {
        metrics.on(new Event.JobRecovered(JOB, "outbox.payment", "outbox.cash", 1, JobState.HELD));
        metrics.on(new Event.JobHeld(JOB, "outbox.payment", "outbox.cash", 0, Duration.ZERO, "LOST", ""));

        assertThat(scraped())
                .contains(
                        "attempts_total{state=\"ZOMBIE_REQUEUE\"} 1.0",
                        "attempts_total{state=\"RETRYABLE\"} 0.0",
                        "reaper_requeues_total 0.0");
    }

    @Test
    void what_is_measured_stays_measured_after_garbage_was_collected() {
        metrics.begin(gauges);
        gauges.count(SaidGauges.PAYMENTS, JobState.READY, 1);
        var garbage = new WeakReference<>(new Object());
        while (garbage.get() != null) {
            System.gc();
        }

        assertThat(scraped()).contains("outbox_pending_depth 1.0");
    }

    @Test
    void a_store_that_cannot_be_asked_is_no_number_and_no_lie() {
        gauges.away = true;
        metrics.begin(gauges);

        assertThat(scraped())
                .contains("dlq_depth NaN", "oldest_pending_age_seconds NaN", "stuck_dispatching_count NaN");
    }

    @Test
    void the_latency_is_that_of_the_call_and_is_told_however_it_ends() throws Exception {
        var nanos = new AtomicLong();
        var calls = new Calls(List.of(metrics), nanos::get);
        var rail = Rail.idempotent("sepa", OutboxUnderTest.CODES, dispatch -> {
            nanos.addAndGet(Duration.ofMillis(120).toNanos());
            if (dispatch.attempt() > 1) {
                throw new IllegalStateException("cut");
            }
            return Reply.of("OK");
        });
        var dispatch = new Dispatch("ref", OutboxUnderTest.payment("alice", "a"), 1, 1, 1);

        calls.send(rail, dispatch);
        assertThat(catchThrowable(() -> calls.send(rail, new Dispatch("ref", dispatch.payment(), 1, 2, 2))))
                .hasMessage("cut");

        assertThat(scraped())
                .contains(
                        "dispatch_latency_ms_bucket{rail=\"sepa\",le=\"100.0\"} 0",
                        "dispatch_latency_ms_bucket{rail=\"sepa\",le=\"250.0\"} 2",
                        "dispatch_latency_ms_count{rail=\"sepa\"} 2",
                        "dispatch_latency_ms_sum{rail=\"sepa\"} 240.0");
    }

    @Test
    void a_listener_that_throws_does_not_cost_the_answer_of_the_rail() throws Exception {
        OutboxListener bad = new OutboxListener() {
            @Override
            public void called(String rail, Codes.Meaning meaning, Duration took) {
                throw new IllegalStateException("full");
            }
        };
        var rail = Rail.idempotent("sepa", OutboxUnderTest.CODES, dispatch -> Reply.of("OK"));
        var dispatch = new Dispatch("ref", OutboxUnderTest.payment("alice", "a"), 1, 1, 1);

        Reply reply = new Calls(List.of(bad, metrics), System::nanoTime).send(rail, dispatch);

        assertThat(reply.code()).isEqualTo("OK");
        assertThat(scraped()).contains("dispatch_latency_ms_count{rail=\"sepa\"} 1");
    }
}
