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
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A payment of which nobody knows is not sent again blindly; what is done instead says the kind of its rail. */
abstract class PaymentUnknownContract {

    abstract OutboxUnderTest it();

    /** The ways in which a call leaves everybody in doubt. */
    private void nextIs(String fault) {
        it().book.next(dispatch -> {
            Reply accepted = it().book.accept(dispatch);
            return switch (fault) {
                case "reply lost" -> throw new IOException("cut after it was taken");
                case "defect" -> throw new StackOverflowError();
                case "time-out" -> it().book.hang(dispatch);
                case "unknown code" -> Reply.of("MAYBE");
                case "code in no table" -> Reply.of("E-4711 (!)");
                case "reply to another" -> accepted.about("another");
                default -> throw new AssertionError(fault);
            };
        });
    }

    private List<Instant> times() {
        return it().book.arrived().stream().map(Book.Entry::at).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reply lost", "defect", "time-out", "unknown code", "code in no table", "reply to another"})
    @Tag("R-003-45")
    @Tag("R-003-46")
    @Tag("R-003-48")
    void an_idempotent_rail_is_sent_the_same_reference_again_when_all_is_quiet(String fault) throws Exception {
        nextIs(fault);
        JobId id = it().start().enqueue(payment("sepa", "alice", "a")).id();

        it().passTimeUntil(PaymentState.UNKNOWN, id);
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).extracting(Book.Entry::reference).containsExactly(id.toString(), id.toString());
        Duration called = fault.equals("time-out") ? TIMEOUT : Duration.ZERO;
        assertThat(Duration.between(times().get(0), times().get(1))).isGreaterThanOrEqualTo(called.plus(QUIET));
    }

    @ParameterizedTest
    @ValueSource(strings = {"reply lost", "defect", "time-out", "unknown code", "code in no table", "reply to another"})
    void a_queryable_rail_that_has_taken_it_is_sent_nothing_more(String fault) throws Exception {
        nextIs(fault);
        JobId id = it().start().enqueue(payment("swift", "alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().book.lookups()).isEqualTo(1);
    }

    @Test
    void a_queryable_rail_that_has_never_seen_it_is_believed_when_all_is_quiet() throws Exception {
        it().book.next(dispatch -> {
            throw new IOException("cut before it arrived");
        });
        JobId id = it().start().enqueue(payment("swift", "alice", "a")).id();

        it().passTimeSlowlyUntil(() -> it().book.lookups() == 1);
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(2);
        assertThat(Duration.between(times().get(0), times().get(1))).isGreaterThanOrEqualTo(QUIET);
        assertThat(it().book.lookups()).as("too early, and then").isEqualTo(2);
    }

    @Test
    void what_arrives_late_at_a_queryable_rail_is_found_there_and_not_sent_again() throws Exception {
        it().book.next(dispatch -> {
            throw new IOException("slow line");
        });
        it().book.nextLook(dispatch -> Found.neverSeen());
        it().book.nextLook(dispatch -> Found.seen(it().book.accept(dispatch)));
        JobId id = it().start().enqueue(payment("swift", "alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(1);
    }

    @Test
    void a_queryable_rail_is_asked_again_while_it_is_under_way_and_believed_when_it_says_no() throws Exception {
        nextIs("reply lost");
        for (int i = 0; i < 3; i++) {
            it().book.nextLook(dispatch -> Found.underWay());
        }
        it().book.nextLook(dispatch -> Found.seen(Reply.of("NO_ACCOUNT")));
        JobId id = it().start().enqueue(payment("swift", "alice", "a")).id();

        it().passTimeUntil(PaymentState.FAILED, id);

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("NO_ACCOUNT");
    }

    @Test
    void a_queryable_rail_that_cannot_be_asked_has_the_payment_held_in_the_end() throws Exception {
        nextIs("reply lost");
        for (int i = 0; i < 3; i++) {
            it().book.nextLook(dispatch -> {
                throw new IOException("away");
            });
        }
        JobId id = it().start(
                        rails -> rails.retry(Retry.fixed(Duration.ofSeconds(1)).attempts(4)))
                .enqueue(payment("swift", "alice", "a"))
                .id();

        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("LOOKUP_FAILED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reply lost", "defect", "time-out", "unknown code", "code in no table", "reply to another"})
    void a_rail_that_is_neither_is_never_sent_it_again_but_by_the_word_of_people(String fault) throws Exception {
        nextIs(fault);
        Outbox outbox = it().start();
        JobId id = outbox.enqueue(payment("cash", "alice", "a")).id();
        JobId behind = outbox.enqueue(payment("cash", "alice", "b")).id();

        it().passTimeUntil(PaymentState.HELD, id);
        it().baton().retry(id, BY).orThrow();
        it().passTimeUntil(() -> it().baton().attempts(id).size() > 2 && it().state(id) == PaymentState.HELD);

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().state(behind)).isEqualTo(PaymentState.PENDING);
        it().baton().release(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, behind);
        assertThat(it().book.sequences()).containsExactly(1L, 1L, 2L);
    }

    @ParameterizedTest
    @CsvSource({"sepa, 1", "swift, 1"})
    @Tag("R-003-74")
    void what_was_lost_with_its_process_is_sent_when_nothing_of_it_can_be_under_way(String rail, int sends)
            throws Exception {
        JobId id = it().lost(rail, false);
        Instant lostAt = it().clock.instant();

        it().start();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(sends);
        assertThat(Duration.between(lostAt, times().get(0)))
                .as("a call may have begun until then, and take its time")
                .isGreaterThanOrEqualTo(TIMEOUT.plus(QUIET));
    }

    @Test
    void what_was_lost_before_its_call_on_a_rail_that_is_neither_is_sent() throws Exception {
        JobId id = it().lost("cash", false);

        it().start();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(1);
    }

    @Test
    void what_was_lost_when_its_call_may_have_begun_on_a_rail_that_is_neither_is_held() throws Exception {
        JobId id = it().lost("cash", true);

        it().start();
        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().book.arrived()).isEmpty();
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("OUTCOME_UNKNOWN");
    }

    @Test
    void a_call_that_is_tried_again_for_a_known_reason_has_no_bearing_on_a_later_loss() throws Exception {
        it().book.next("BUSY");
        nextIs("unknown code");
        JobId id = it().start().enqueue(payment("cash", "alice", "a")).id();

        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().book.arrived()).hasSize(2);
    }

    @Test
    @Tag("R-003-52")
    void a_call_whose_time_is_over_gives_its_slot_to_others() throws Exception {
        it().book.next(dispatch -> deaf());
        it().slots = 1;
        Outbox outbox = it().start();
        JobId slow = outbox.enqueue(payment("sepa", "alice", "a")).id();
        it().passTimeUntil(() -> it().book.inside() == 1);

        JobId other = outbox.enqueue(payment("sepa", "bob", "b")).id();
        it().passTimeUntil(PaymentState.DISPATCHED, other);

        assertThat(it().state(slow)).as("its call is still under way").isEqualTo(PaymentState.DISPATCHING);
        it().book.letGo();
        it().passTimeUntil(PaymentState.DISPATCHED, slow);
        assertThat(it().book.arrived()).as("its own answer counts").hasSize(2);
    }

    private Reply deaf() {
        boolean listening = false;
        while (!listening) {
            try {
                it().book.awaitLetGo();
                listening = true;
            } catch (InterruptedException ignored) {
                // That is what makes it deaf.
            }
        }
        return Reply.of("OK");
    }
}
