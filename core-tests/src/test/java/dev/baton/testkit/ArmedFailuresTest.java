package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.store.AttemptView;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ArmedFailures.ArmedFailureException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ArmedFailuresTest {

    record Trade(int number) {}

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final JobType<Trade> TRADE = JobType.of("trade", Trade.class)
            .retry(Retry.fixed(Duration.ZERO).attempts(3))
            .label(trade -> "trade " + trade.number());
    private static final JobType<Trade> REPORT =
            JobType.of("report", Trade.class).on(ArmedFailureException.class, e -> Outcome.fail("ARMED"));

    private final ArmedFailures failures = new ArmedFailures();
    private final List<Integer> traded = new CopyOnWriteArrayList<>();
    private final Baton baton = Baton.on(new MemoryStore(new ManualClock()))
            .concurrency(1)
            .handle(TRADE, traded, failures.around(TRADE, (trade, run, all) -> all.add(trade.number())))
            .decide(REPORT, traded, failures.aroundDeciding(REPORT, (trade, run, all) -> Outcome.done()))
            .start();

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    @Tag("R-001-72")
    void the_next_job_of_an_armed_type_fails_in_all_its_retries_and_no_other_does() throws Exception {
        failures.failNext(TRADE);

        JobId doomed = baton.enqueue(TRADE, new Trade(1));
        JobId other = baton.enqueue(TRADE, new Trade(2));
        JobId report = baton.enqueue(REPORT, new Trade(1));

        assertThat(baton.awaitAll(List.of(doomed, other, report), LONG))
                .containsEntry(doomed, JobState.DEAD)
                .containsEntry(other, JobState.DONE)
                .containsEntry(report, JobState.DONE);
        assertThat(traded).containsExactly(2);
        assertThat(baton.attempts(doomed))
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.FAILED, AttemptView.Kind.FAILED, AttemptView.Kind.DEAD);
        JobId again = baton.enqueue(TRADE, new Trade(1));
        assertThat(baton.await(again, LONG)).as("the same label").isEqualTo(JobState.DEAD);
    }

    @Test
    void what_is_disarmed_is_handled_again_and_a_type_can_say_what_the_failure_means() throws Exception {
        failures.failNext(REPORT);
        JobId failed = baton.enqueue(REPORT, new Trade(1));
        assertThat(baton.await(failed, LONG)).isEqualTo(JobState.DEAD);
        assertThat(baton.attempts(failed))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.detail().code()).isEqualTo("ARMED"));
        failures.failNext(TRADE);

        failures.disarm();

        assertThat(baton.await(baton.enqueue(REPORT, new Trade(1)), LONG)).isEqualTo(JobState.DONE);
        assertThat(baton.await(baton.enqueue(TRADE, new Trade(1)), LONG)).isEqualTo(JobState.DONE);
    }
}
