package dev.baton.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.Recorder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Prometheus reads. */
class BatonMetricsTest {

    record Note(String text) {}

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final JobType<Note> NOTE =
            JobType.of("note.take", Note.class).retry(Retry.fixed(LONG).attempts(2));

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(clock);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Recorder<Event> events = new Recorder<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private Baton baton = producer();

    private Baton producer() {
        return Baton.on(store).timeline(clock).enqueues(NOTE).start();
    }

    private Baton start() {
        baton = Baton.on(store)
                .timeline(clock)
                .listener(new BatonMetrics(registry))
                .listener(events::accept)
                .decide(NOTE, release, (note, run, latch) -> switch (note.text()) {
                    case "done" -> Outcome.done();
                    case "retry" -> Outcome.retry("BUSY");
                    case "fail" -> Outcome.fail("NEVER");
                    case "held" -> Outcome.unknown("LOST");
                    default -> {
                        latch.await();
                        yield Outcome.done();
                    }
                })
                .start();
        return baton;
    }

    @AfterEach
    void close() {
        release.countDown();
        baton.close();
    }

    private List<String> scraped() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void what_became_of_jobs_is_counted_by_type_and_queue() throws Exception {
        start();
        for (String text : List.of("done", "done", "fail", "held", "retry")) {
            baton.enqueue(NOTE, new Note(text));
        }
        events.await(Event.JobRetried.class, event -> true);
        events.await(Event.JobHeld.class, event -> true);
        events.await(Event.JobFailed.class, event -> true);
        awaitCompleted(2);

        assertThat(scraped())
                .contains(
                        "jobs_created_total{queue=\"default\",type=\"note.take\"} 5.0",
                        "jobs_completed_total{queue=\"default\",type=\"note.take\"} 2.0",
                        "jobs_failed_total{queue=\"default\",type=\"note.take\"} 1.0",
                        "jobs_held_total{queue=\"default\",type=\"note.take\"} 1.0",
                        "jobs_retried_total{queue=\"default\",type=\"note.take\"} 1.0",
                        "requests_total{name=\"note.take\",namespace=\"default\",status=\"Ok\"} 2.0",
                        "requests_total{name=\"note.take\",namespace=\"default\",status=\"Err\"} 3.0",
                        "request_duration_seconds_count{name=\"note.take\",namespace=\"default\",status=\"Ok\"} 2")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("request_duration_seconds_bucket{name=\"note.take\",namespace=\"default\","));
    }

    private void awaitCompleted(int howMany) throws InterruptedException {
        var ids = new HashSet<JobId>();
        while (ids.size() < howMany) {
            ids.add(events.await(Event.JobCompleted.class, event -> !ids.contains(event.jobId()))
                    .jobId());
        }
    }

    @Test
    @Tag("R-000-75")
    void how_many_jobs_stand_where_comes_from_the_store() throws Exception {
        start();
        baton.enqueue(NOTE, new Note("blocks"));
        baton.enqueue(NOTE.job(new Note("later")).in(LONG));
        baton.enqueue(NOTE, new Note("fail"));
        baton.enqueue(NOTE, new Note("retry"));
        events.await(Event.JobFailed.class, event -> true);
        events.await(Event.JobRetried.class, event -> true);
        events.await(Event.JobStarted.class, event -> event.attempt() == 1);

        awaitHandlers(1);
        assertThat(scraped())
                .contains(
                        "jobs_by_state{state=\"scheduled\",type=\"note.take\"} 1.0",
                        "jobs_by_state{state=\"running\",type=\"note.take\"} 1.0",
                        "jobs_by_state{state=\"dead\",type=\"note.take\"} 1.0",
                        "jobs_by_state{state=\"retrying\",type=\"note.take\"} 1.0",
                        "jobs_by_state{state=\"ready\",type=\"note.take\"} 0.0",
                        "jobs_in_progress 1.0");
    }

    @Test
    void what_is_used_of_limits_and_how_often_they_were_full_is_measured() throws Exception {
        baton = Baton.on(store)
                .timeline(clock)
                .limit(Limit.ofType(NOTE).forEachKey().atOnce(1))
                .listener(new BatonMetrics(registry))
                .listener(events::accept)
                .handle(NOTE, release, (note, run, latch) -> latch.await())
                .start();
        baton.enqueue(NOTE.job(new Note("blocks")).limitKey("tenant"));
        events.await(Event.JobStarted.class, event -> true);
        baton.enqueue(NOTE.job(new Note("waits")).limitKey("tenant"));
        events.await(Event.LimitsFull.class, event -> true);

        assertThat(scraped())
                .contains("limits_in_use{limit=\"type note.take for each key\"} 1.0")
                .anySatisfy(line ->
                        assertThat(line).startsWith("limits_full_total{limit=\"type note.take for each key\"} "));
    }

    @Test
    void what_is_measured_stays_measured_after_garbage_was_collected() {
        start();
        var garbage = new WeakReference<>(new Object());
        while (garbage.get() != null) {
            System.gc();
        }

        assertThat(scraped()).contains("jobs_by_state{state=\"ready\",type=\"note.take\"} 0.0", "jobs_in_progress 0.0");
    }

    /** A handler's end is written down before its slot is free. */
    private void awaitHandlers(int running) {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!scraped().contains("jobs_in_progress " + running + ".0") && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void what_the_start_recovered_can_be_read_afterwards() throws Exception {
        JobId lost = baton.enqueue(NOTE, new Note("done"));
        baton.enqueue(NOTE.job(new Note("later")).in(LONG));
        var dead = new NodeId(new UUID(1, 2));
        store.join(dead, Set.of(), clock.instant());
        var routes = Map.of(new Route("default", "note.take", 1), Terms.of(5, 3));
        store.claim(new ClaimRequest(dead, routes, List.of(), 10, true, ClaimRequest.Share.FIRST), clock.instant());
        store.leave(dead, clock.instant());

        start();
        events.await(Event.JobCompleted.class, event -> event.jobId().equals(lost));

        assertThat(scraped())
                .contains(
                        "recovery_processing_recovered 1.0",
                        "recovery_pending_re_enqueued 2.0",
                        "recovery_duration_seconds 0.0",
                        "jobs_recovered_total{queue=\"default\",type=\"note.take\"} 1.0");
    }

    @Test
    void the_counter_of_created_jobs_keeps_its_name_in_a_registry_of_registries_too() {
        var all = new CompositeMeterRegistry();
        all.add(registry);
        var metrics = new BatonMetrics(all);

        metrics.on(new Event.JobCreated(new JobId(new UUID(1, 2)), "note.take", "default"));

        assertThat(scraped()).contains("jobs_created_total{queue=\"default\",type=\"note.take\"} 1.0");
    }

    @Test
    void a_store_that_cannot_be_asked_is_no_number_and_no_lie() {
        start().close();

        assertThat(scraped()).contains("jobs_by_state{state=\"ready\",type=\"note.take\"} NaN");
    }
}
