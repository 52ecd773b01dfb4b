package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.ParkedHead;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Payments are sent in order, under one reference, and what the rail's codes say becomes of them. */
abstract class PaymentDispatchContract {

    abstract OutboxUnderTest it();

    private List<JobId> enqueue(Outbox outbox, String participant, int howMany) {
        var ids = new ArrayList<JobId>();
        for (int i = 0; i < howMany; i++) {
            ids.add(outbox.enqueue(payment(participant, participant + i)).id());
        }
        return ids;
    }

    @Test
    @Tag("R-003-42")
    @Tag("R-003-74")
    void payments_of_a_participant_arrive_in_the_order_of_their_numbers_though_some_are_retried() throws Exception {
        it().book.next("BUSY");
        it().book.next("BUSY");
        Outbox outbox = it().start();

        List<JobId> ids = enqueue(outbox, "alice", 5);
        it().passTimeUntil(PaymentState.DISPATCHED, ids.get(4));

        assertThat(it().book.sequences()).containsExactly(1L, 1L, 1L, 2L, 3L, 4L, 5L);
        assertThat(it().book.mostAtOnce()).isEqualTo(1);
    }

    @Test
    @Tag("R-003-06")
    @Tag("R-003-49")
    void the_reference_is_the_payments_id_in_every_attempt() throws Exception {
        it().book.next("BUSY");
        it().book.next(dispatch -> {
            throw new IOException("cut");
        });
        JobId id = it().start().enqueue(payment("alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived())
                .hasSize(3)
                .extracting(Book.Entry::reference)
                .containsOnly(id.toString());
    }

    @Test
    @Tag("R-003-47")
    @Tag("R-003-53")
    void a_terminal_code_fails_the_payment_at_once_and_blocks_its_participant_alone() throws Exception {
        it().book.next("NO_ACCOUNT");
        Outbox outbox = it().start();
        JobId bad = outbox.enqueue(payment("alice", "a")).id();
        it().passTimeUntil(PaymentState.FAILED, bad);

        JobId behind = outbox.enqueue(payment("alice", "b")).id();
        JobId other = outbox.enqueue(payment("bob", "c")).id();
        it().passTimeUntil(PaymentState.DISPATCHED, other);

        PaymentStatus.Last last = it().status(bad).last().orElseThrow();
        assertThat(last.code()).isEqualTo("NO_ACCOUNT");
        assertThat(last.message()).isEqualTo("because");
        assertThat(it().state(behind)).isEqualTo(PaymentState.PENDING);
        assertThat(it().book.arrived()).hasSize(2);
        it().events.await(Event.LaneBlocked.class, blocked -> blocked.jobId().equals(bad));
    }

    @Test
    void who_chooses_so_has_those_behind_a_failed_payment_go_on() throws Exception {
        it().book.next("NO_ACCOUNT");
        Outbox outbox = it().start(rails -> rails.parkedHead(ParkedHead.PASSED_OVER));

        List<JobId> ids = enqueue(outbox, "alice", 2);
        it().passTimeUntil(PaymentState.DISPATCHED, ids.get(1));

        assertThat(it().state(ids.get(0))).isEqualTo(PaymentState.FAILED);
    }

    @Test
    @Tag("R-003-55")
    void a_retryable_code_is_tried_again_but_not_before_one_second_then_two_then_four() throws Exception {
        for (int i = 0; i < 3; i++) {
            it().book.next("BUSY");
        }
        JobId id = it().start().enqueue(payment("alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        List<Instant> times = it().book.arrived().stream().map(Book.Entry::at).toList();
        for (int i = 0; i < 3; i++) {
            assertThat(Duration.between(times.get(i), times.get(i + 1)))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1L << i));
        }
    }

    @Test
    @Tag("R-003-59")
    void a_payment_that_is_never_taken_fails_when_its_attempts_are_used_up() throws Exception {
        for (int i = 0; i < 30; i++) {
            it().book.next("BUSY");
        }
        JobId id = it().start(rails -> rails.retry(Retry.exponential(Duration.ofSeconds(1))
                        .cap(Duration.ofSeconds(1))
                        .attempts(4)))
                .enqueue(payment("alice", "a"))
                .id();

        it().passTimeUntil(PaymentState.FAILED, id);

        assertThat(it().book.arrived()).hasSize(4);
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("BUSY");
    }

    @Test
    @Tag("R-003-43")
    @Tag("R-003-44")
    void what_the_rail_would_not_take_by_now_fails_and_is_not_sent() throws Exception {
        Payment good = payment("alice", "a");
        var worse = new Payment(good.instruction(), "alice", "sepa", good.amount(), "worse place");
        JobId id = it().start().enqueue(worse).id();

        it().passTimeUntil(PaymentState.FAILED, id);

        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("INVALID_DESTINATION");
        assertThat(it().book.arrived()).isEmpty();
    }

    @Test
    @Tag("R-003-50")
    @Tag("R-003-51")
    void a_process_sends_no_more_at_once_than_it_may() throws Exception {
        for (int i = 0; i < 6; i++) {
            it().book.next(it().book::hang);
        }
        Outbox outbox = it().start(rails -> rails.concurrency(2));
        var ids = new ArrayList<JobId>();
        for (int i = 0; i < 6; i++) {
            ids.add(outbox.enqueue(payment(i % 2 == 0 ? "sepa" : "swift", "p" + i, "a" + i))
                    .id());
        }

        it().passTimeUntil(() -> it().book.inside() == 2);
        it().book.letGo();
        for (JobId id : ids) {
            it().passTimeUntil(PaymentState.DISPATCHED, id);
        }

        assertThat(it().book.mostAtOnce()).isEqualTo(2);
    }

    @Test
    @Tag("R-003-06")
    void what_waits_when_every_process_dies_is_sent_once_by_the_next_in_order() throws Exception {
        Outbox idle = it().startIdle();
        List<JobId> ids = enqueue(idle, "alice", 3);
        it().stopAndReopen();

        it().start();
        it().passTimeUntil(PaymentState.DISPATCHED, ids.get(2));

        assertThat(it().book.sequences()).containsExactly(1L, 2L, 3L);
    }
}
