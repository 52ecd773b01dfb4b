package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.QUIET;
import static dev.baton.outbox.OutboxUnderTest.TIMEOUT;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.Retry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What an idempotent rail is sent again stays in doubt until the rail has said what became of it. */
abstract class PaymentAgainContract {

    abstract OutboxUnderTest it();

    private void nextIsTakenButNotAnswered() {
        it().book.next(dispatch -> {
            it().book.accept(dispatch);
            throw new IOException("cut after it was taken");
        });
    }

    @Test
    void a_rail_that_is_busy_when_it_is_asked_again_has_said_nothing_of_the_first_time() throws Exception {
        nextIsTakenButNotAnswered();
        for (int i = 0; i < 3; i++) {
            it().book.next("BUSY");
        }
        Outbox outbox = it().start(
                        rails -> rails.retry(Retry.fixed(Duration.ofSeconds(1)).attempts(4)));
        JobId id = outbox.enqueue(payment("alice", "a")).id();

        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("BUSY");
        assertThat(it().book.arrived()).hasSize(4);
        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);
    }

    @Test
    void a_rail_that_was_busy_when_it_was_asked_again_is_asked_once_more() throws Exception {
        nextIsTakenButNotAnswered();
        it().book.next("BUSY");
        JobId id = it().start().enqueue(payment("alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived())
                .hasSize(3)
                .extracting(Book.Entry::reference)
                .containsOnly(id.toString());
    }

    @Test
    void a_second_call_that_takes_too_long_is_as_unclear_as_the_first() throws Exception {
        nextIsTakenButNotAnswered();
        it().book.next(it().book::hang);
        JobId id = it().start().enqueue(payment("alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(3);
        assertThat(it().baton().attempts(id))
                .extracting(attempt -> attempt.detail().code())
                .contains("DISPATCH_ERROR", "TIMEOUT");
        Instant second = it().book.arrived().get(1).at();
        assertThat(Duration.between(second, it().book.arrived().get(2).at()))
                .isGreaterThanOrEqualTo(TIMEOUT.plus(QUIET));
    }

    @Test
    void what_may_have_been_taken_and_would_not_be_sent_now_is_held() throws Exception {
        nextIsTakenButNotAnswered();
        var takesIt = new AtomicBoolean(true);
        it().also = rail -> rail.destinations(any -> takesIt.get());
        JobId id = it().start().enqueue(payment("alice", "a")).id();
        it().passTimeUntil(PaymentState.UNKNOWN, id);

        takesIt.set(false);
        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("INVALID_DESTINATION");
        assertThat(it().book.arrived()).hasSize(1);
    }

    @Test
    void what_may_have_been_taken_is_not_cancelled_as_if_it_had_not() throws Exception {
        nextIsTakenButNotAnswered();
        JobId id = it().start().enqueue(payment("alice", "a")).id();
        it().passTimeUntil(PaymentState.UNKNOWN, id);

        it().baton().cancel(id, BY).orThrow();
        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().book.arrived()).hasSize(1);
    }
}
