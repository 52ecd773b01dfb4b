package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Prometheus reads of payments that are really sent. */
abstract class PaymentMetricsContract {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final OutboxMetrics metrics = new OutboxMetrics(registry);

    abstract OutboxUnderTest it();

    private List<String> scraped() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    /** Gauges are asked for once a second, and counters follow what has happened. */
    private void awaitScraped(String... lines) {
        OutboxUnderTest.await(() -> scraped().containsAll(Arrays.asList(lines)));
    }

    private double value(String line) {
        return scraped().stream()
                .filter(each -> each.startsWith(line + " "))
                .mapToDouble(each -> Double.parseDouble(each.substring(line.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_became_of_payments_is_counted_under_the_names_of_the_document() throws Exception {
        Outbox outbox = it().start(rails -> rails.listener(metrics));
        JobId taken = outbox.enqueue(payment("alice", "a")).id();
        it().await(PaymentState.DISPATCHED, taken);
        it().book.next("BUSY");
        JobId retried = outbox.enqueue(payment("bob", "b")).id();
        it().passTimeUntil(PaymentState.DISPATCHED, retried);
        it().book.next("NO_ACCOUNT");
        JobId failed = outbox.enqueue(payment("carol", "c")).id();
        it().await(PaymentState.FAILED, failed);
        outbox.enqueue(payment("carol", "behind"));
        it().book.next("MAYBE");
        JobId held = outbox.enqueue(payment("cash", "dave", "d")).id();
        it().await(PaymentState.HELD, held);

        awaitScraped(
                "attempts_total{state=\"DISPATCHED\"} 2.0",
                "attempts_total{state=\"RETRYABLE\"} 2.0",
                "attempts_total{state=\"FAILED\"} 1.0",
                "attempts_total{state=\"ZOMBIE_REQUEUE\"} 0.0",
                "outbox_pending_depth 1.0",
                "dlq_depth 1.0",
                "outbox_parked_depth 2.0",
                "stuck_dispatching_count 0.0",
                "reaper_requeues_total 0.0",
                "dispatch_latency_ms_count{rail=\"sepa\"} 4",
                "dispatch_latency_ms_count{rail=\"cash\"} 1");
        assertThat(value("attempts_total{state=\"DISPATCHING\"}")).isGreaterThanOrEqualTo(5);
        assertThat(value("claim_batches_total")).isGreaterThanOrEqualTo(5);
        assertThat(value("notify_wakeups_total")).isPositive();
        assertThat(scraped())
                .anyMatch(line -> line.startsWith("dispatch_latency_ms_bucket{rail=\"sepa\",le=\"30000.0\"} 4"));
    }

    @Test
    void the_oldest_payment_is_as_old_as_it_is_though_nobody_sends_any() throws Exception {
        Outbox outbox = it().startIdle(rails -> rails.listener(metrics));
        outbox.enqueue(payment("alice", "a"));
        it().clock.advance(Duration.ofSeconds(42));
        outbox.enqueue(payment("alice", "b"));
        outbox.enqueue(payment("bob", "c"));

        assertThat(scraped()).contains("oldest_pending_age_seconds 42.0", "outbox_pending_depth 3.0");
    }

    @Test
    void a_payment_whose_process_died_is_counted_as_put_back() throws Exception {
        it().lost("sepa", true);
        it().start(rails -> rails.listener(metrics));

        awaitScraped("attempts_total{state=\"ZOMBIE_REQUEUE\"} 1.0", "reaper_requeues_total 1.0");
    }

    @Test
    @Tag("R-003-72")
    void a_payment_whose_call_does_not_end_is_stuck_until_it_does() throws Exception {
        Outbox outbox = it().start(rails -> rails.listener(metrics));
        it().book.next(it().book::ignoreInterrupts);
        outbox.enqueue(payment("alice", "a"));
        outbox.enqueue(payment("alice", "behind"));
        OutboxUnderTest.await(() -> it().book.inside() == 1);
        assertThat(scraped()).contains("stuck_dispatching_count 0.0");

        it().clock.advance(Figures.STUCK_AFTER.plusMillis(1));
        awaitScraped("stuck_dispatching_count 1.0");

        it().book.letGo();
        it().passTimeUntil(() ->
                scraped().containsAll(List.of("stuck_dispatching_count 0.0", "outbox_pending_depth 0.0")));
    }
}
