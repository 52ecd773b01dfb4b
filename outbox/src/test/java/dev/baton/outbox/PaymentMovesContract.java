package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.ActionView;
import dev.baton.store.CommandResult;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What people do with payments that block their participant: with a reason, once, and on record. */
abstract class PaymentMovesContract {

    abstract OutboxUnderTest it();

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private JobId failed(Outbox outbox) throws InterruptedException {
        it().book.next("NO_ACCOUNT");
        JobId id = outbox.enqueue(payment("alice", "bad")).id();
        it().passTimeUntil(PaymentState.FAILED, id);
        return id;
    }

    private JobId held(Outbox outbox) throws InterruptedException {
        it().book.next("MAYBE");
        JobId id = outbox.enqueue(payment("cash", "bob", "unclear")).id();
        it().passTimeUntil(PaymentState.HELD, id);
        return id;
    }

    private ActionView lastAction() {
        return it().baton().actions(1).get(0);
    }

    @Test
    void what_blocks_is_listed_with_its_reason_and_since_when() throws Exception {
        Outbox outbox = it().start();
        JobId failed = failed(outbox);
        JobId held = held(outbox);
        it().clock.advance(Duration.ofMinutes(5));

        assertThat(outbox.blocked(10)).extracting(PaymentStatus::id).containsExactly(held, failed);
        assertThat(outbox.blocked(10)).allSatisfy(blocked -> {
            PaymentStatus.Last last = blocked.last().orElseThrow();
            assertThat(last.code()).isIn("NO_ACCOUNT", "OUTCOME_UNKNOWN");
            assertThat(last.at()).isBefore(it().clock.instant().minusSeconds(299));
        });
    }

    @Test
    void a_failed_payment_that_is_retried_goes_first_under_the_same_reference() throws Exception {
        Outbox outbox = it().start();
        JobId id = failed(outbox);
        JobId behind = outbox.enqueue(payment("alice", "behind")).id();

        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, behind);

        assertThat(it().book.sequences()).containsExactly(1L, 1L, 2L);
        assertThat(it().book.arrived().get(1).reference()).isEqualTo(id.toString());
        assertThat(lastAction().act()).isEqualTo("RETRY");
        assertThat(lastAction().by()).isEqualTo(BY);
    }

    @Test
    void a_payment_that_is_skipped_is_over_and_the_next_ones_go_on() throws Exception {
        Outbox outbox = it().start();
        JobId id = failed(outbox);
        JobId behind = outbox.enqueue(payment("alice", "behind")).id();

        outbox.skip(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, behind);

        assertThat(it().state(id)).isEqualTo(PaymentState.CANCELLED);
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("SKIP");
        assertThat(outbox.skip(id, BY).code()).as("a double click").isEqualTo("STATE_CONFLICT");
        assertThat(outbox.enqueue(payment("alice", "bad")).state())
                .as("the same again is no second payment")
                .isEqualTo(PaymentState.CANCELLED);
    }

    @Test
    void who_found_out_that_a_held_payment_was_taken_has_it_over_without_another_call() throws Exception {
        Outbox outbox = it().start();
        JobId id = held(outbox);
        JobId behind = outbox.enqueue(payment("cash", "bob", "behind")).id();

        outbox.resolve(id, Resolution.SENT, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, behind);

        assertThat(it().state(id)).isEqualTo(PaymentState.DISPATCHED);
        assertThat(it().book.sequences()).containsExactly(1L, 2L);
    }

    @Test
    void who_found_out_that_a_held_payment_was_not_taken_has_it_sent() throws Exception {
        Outbox outbox = it().start();
        JobId id = held(outbox);

        outbox.resolve(id, Resolution.NOT_SENT, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.sequences()).containsExactly(1L, 1L);
        assertThat(lastAction().act()).isEqualTo("RELEASE");
    }

    @Test
    void a_better_payment_goes_to_the_end_under_a_reference_and_a_number_of_its_own() throws Exception {
        Outbox outbox = it().start();
        JobId id = failed(outbox);
        JobId behind = outbox.enqueue(payment("alice", "behind")).id();
        Payment old = payment("alice", "bad");
        var better = new Payment(old.instruction(), "alice", "sepa", old.amount(), "elsewhere");

        JobId replacement = outbox.replace(id, better, BY);
        it().passTimeUntil(PaymentState.DISPATCHED, replacement);

        assertThat(it().state(id)).isEqualTo(PaymentState.CANCELLED);
        assertThat(it().state(behind)).isEqualTo(PaymentState.DISPATCHED);
        assertThat(it().book.sequences()).containsExactly(1L, 2L, 3L);
        Dispatch last = it().book.arrived().get(2).dispatch();
        assertThat(last.reference()).isEqualTo(replacement.toString());
        assertThat(last.payment()).isEqualTo(better);
        assertThatThrownBy(() -> outbox.enqueue(better))
                .as("the key goes on answering for what it was given to")
                .isInstanceOf(KeyReusedException.class);
    }

    @Test
    void who_asks_by_instruction_hears_of_what_was_put_in_the_place_of_its_payment() throws Exception {
        Outbox outbox = it().start();
        JobId id = failed(outbox);
        JobId other = outbox.enqueue(payment("bob", "other")).id();
        Payment old = payment("alice", "bad");
        it().passTimeUntil(PaymentState.DISPATCHED, other);
        assertThat(outbox.status(old.instruction())).map(PaymentStatus::id).hasValue(id);

        it().book.next("NO_ACCOUNT");
        JobId second = outbox.replace(id, old, BY);
        it().passTimeUntil(PaymentState.FAILED, second);
        JobId third = outbox.replace(second, old, BY);
        it().passTimeUntil(PaymentState.DISPATCHED, third);

        assertThat(outbox.status(old.instruction())).isEqualTo(outbox.status(third));
        assertThat(outbox.statuses("instr"))
                .containsExactly(
                        Map.entry(old.instruction(), outbox.status(third).orElseThrow()),
                        Map.entry(
                                new Instruction("instr", "other"),
                                outbox.status(other).orElseThrow()));
        assertThat(outbox.statuses("inst")).isEmpty();
        assertThat(outbox.status(new Instruction("instr", "oth"))).isEmpty();
    }

    @Test
    void a_replacement_can_be_replaced_but_only_by_the_same_instruction_participant_and_rail() throws Exception {
        Outbox outbox = it().start();
        JobId id = failed(outbox);
        Payment old = payment("alice", "bad");
        it().book.next("NO_ACCOUNT");
        JobId second =
                outbox.replace(id, new Payment(old.instruction(), "alice", "sepa", old.amount(), "elsewhere"), BY);
        it().passTimeUntil(PaymentState.FAILED, second);

        assertCode("OTHER_PAYMENT", () -> outbox.replace(second, payment("alice", "other"), BY));
        assertCode("OTHER_PAYMENT", () -> outbox.replace(second, payment("bob", "bad"), BY));
        assertCode("OTHER_PAYMENT", () -> outbox.replace(second, payment("swift", "alice", "bad"), BY));
        JobId third = outbox.replace(second, old, BY);
        it().passTimeUntil(PaymentState.DISPATCHED, third);

        assertThat(it().book.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void what_may_have_been_taken_is_not_replaced() throws Exception {
        Outbox outbox = it().start();
        JobId id = held(outbox);

        assertCode("STATE_CONFLICT", () -> outbox.replace(id, payment("cash", "bob", "unclear"), BY));

        assertThat(it().state(id)).isEqualTo(PaymentState.HELD);
    }

    @Test
    void money_is_not_moved_without_a_reason() throws Exception {
        Outbox outbox = it().start();
        JobId id = failed(outbox);
        var silent = new By("alice", " ");

        assertCode("REASON_REQUIRED", () -> outbox.retry(id, silent));
        assertCode("REASON_REQUIRED", () -> outbox.skip(id, silent));
        assertCode("REASON_REQUIRED", () -> outbox.resolve(id, Resolution.SENT, silent));
        assertCode("REASON_REQUIRED", () -> outbox.replace(id, payment("alice", "bad"), silent));
        assertCode("REASON_REQUIRED", () -> outbox.turnOff(Outbox.everything(), silent));
        assertThat(it().state(id)).isEqualTo(PaymentState.FAILED);
        assertThat(it().baton().actions(10)).isEmpty();
    }

    @Test
    void nothing_is_done_to_what_is_no_payment() {
        Outbox outbox = it().startIdle();
        var other = new JobId(new UUID(0, 2));
        Instant now = it().clock.instant();
        it().store()
                .insert(
                        List.of(new NewJob(
                                other,
                                new Route("default", "note.take", 1),
                                Payload.of("{}", "note"),
                                new Urgency(0, now))),
                        now);

        assertCode("NOT_A_PAYMENT", () -> outbox.skip(other, BY));
        assertCode("NOT_A_PAYMENT", () -> outbox.replace(other, payment("alice", "a"), BY));
        assertThat(outbox.status(other)).isEmpty();
        assertThat(outbox.skip(new JobId(new UUID(0, 1)), BY)).isInstanceOf(CommandResult.NotFound.class);
    }
}
