package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.KeyReusedException;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Payments are handed over once, by the transaction that decides them, and numbered in the order of commits. */
abstract class PaymentEnqueueContract {

    abstract OutboxUnderTest it();

    @Test
    @Tag("R-003-01")
    @Tag("R-003-02")
    @Tag("R-003-04")
    void numbers_of_a_participant_begin_at_1_whatever_others_do() {
        Outbox outbox = it().startIdle();

        assertThat(outbox.enqueue(payment("alice", "a")).sequence()).isEqualTo(1);
        assertThat(outbox.enqueue(payment("bob", "b")).sequence()).isEqualTo(1);
        assertThat(outbox.enqueue(payment("swift", "alice", "c")).sequence()).isEqualTo(2);
    }

    @Test
    @Tag("R-003-03")
    @Tag("R-003-24")
    void a_payment_is_there_if_and_only_if_the_ledgers_transaction_commits() {
        Outbox outbox = it().startIdle();
        JobId never;
        try (CallerTransaction ledger = it().begin()) {
            never = outbox.enqueue(ledger.handle(), payment("alice", "a")).id();
        }

        Enqueued kept;
        try (CallerTransaction ledger = it().begin()) {
            kept = outbox.enqueue(ledger.handle(), payment("alice", "a"));
            ledger.commit();
        }

        assertThat(outbox.status(never)).isEmpty();
        assertThat(kept.sequence()).as("the number went back").isEqualTo(1);
        assertThat(kept.duplicate()).isFalse();
        assertThat(outbox.status(kept.id())).isPresent();
    }

    @Test
    void many_payments_at_once_are_numbered_in_their_order_or_none_of_them_is_there() {
        Outbox outbox = it().startIdle();
        Payment other =
                new Payment(new Instruction("instr", "b"), "alice", "sepa", Money.of("99.00", "EUR"), "DE02 1203");

        List<Enqueued> all =
                outbox.enqueueAll(List.of(payment("alice", "a"), payment("bob", "b"), payment("alice", "c")));

        assertThat(all).extracting(Enqueued::sequence).containsExactly(1L, 1L, 2L);
        assertThatThrownBy(() -> outbox.enqueueAll(List.of(payment("carol", "d"), other)))
                .isInstanceOf(KeyReusedException.class);
        assertThat(outbox.status(new Instruction("instr", "d"))).isEmpty();
        assertThat(outbox.enqueueAll(List.of(payment("alice", "a"), payment("alice", "e"))))
                .extracting(Enqueued::sequence, Enqueued::duplicate)
                .containsExactly(tuple(1L, true), tuple(3L, false));
    }

    @Test
    @Tag("R-003-07")
    @Tag("R-003-20")
    @Tag("R-003-21")
    @Tag("R-003-22")
    void the_same_payment_again_is_the_first_one_also_when_that_is_long_over() throws Exception {
        Outbox outbox = it().start();
        Enqueued first = outbox.enqueue(payment("alice", "a"));
        it().passTimeUntil(PaymentState.DISPATCHED, first.id());
        it().clock.advance(Duration.ofDays(400));
        it().store().prune(it().clock.instant(), 1_000);

        Enqueued again = outbox.enqueue(payment("alice", "a"));
        Enqueued next = outbox.enqueue(payment("alice", "b"));

        assertThat(again).isEqualTo(new Enqueued(first.id(), 1, true, PaymentState.DISPATCHED, first.createdAt()));
        assertThat(next.sequence()).as("a duplicate uses no number").isEqualTo(2);
        it().passTimeUntil(PaymentState.DISPATCHED, next.id());
        assertThat(it().book.sequences()).containsExactly(1L, 2L);
    }

    @Test
    @Tag("R-003-27")
    void another_payment_under_the_same_instruction_and_key_is_refused() {
        Outbox outbox = it().startIdle();
        Payment first = payment("alice", "a");
        JobId id = outbox.enqueue(first).id();

        var other = List.of(
                payment("bob", "a"),
                payment("swift", "alice", "a"),
                new Payment(first.instruction(), "alice", "sepa", Money.of("12.51", "EUR"), first.destination()),
                new Payment(first.instruction(), "alice", "sepa", first.amount(), "elsewhere"),
                new Payment(
                        first.instruction(), "alice", "sepa", first.amount(), first.destination(), Map.of("a", "b")));

        assertThat(other)
                .allSatisfy(payment -> assertThatThrownBy(() -> outbox.enqueue(payment))
                        .isInstanceOfSatisfying(
                                KeyReusedException.class,
                                e -> assertThat(e.existing()).isEqualTo(id)));
        assertThat(outbox.enqueue(payment("alice", "b")).sequence())
                .as("none of them has used a number")
                .isEqualTo(2);
        assertThat(outbox.enqueue(payment("bob", "c")).sequence()).isEqualTo(1);
    }

    @Test
    void the_order_in_which_details_are_named_makes_no_other_payment() {
        Outbox outbox = it().startIdle();
        var one = new LinkedHashMap<>(Map.of("purpose", "rent"));
        one.put("month", "May");
        var other = new LinkedHashMap<>(Map.of("month", "May"));
        other.put("purpose", "rent");
        Payment first = payment("alice", "a");

        JobId id = outbox.enqueue(detailed(first, one)).id();

        assertThat(outbox.enqueue(detailed(first, other)).id()).isEqualTo(id);
    }

    private static Payment detailed(Payment like, Map<String, String> details) {
        return new Payment(
                like.instruction(), like.participant(), like.rail(), like.amount(), like.destination(), details);
    }

    @Test
    @Tag("R-003-09")
    @Tag("R-003-23")
    @Tag("R-003-74")
    void of_ten_who_hand_over_the_same_payment_at_once_one_does() throws Exception {
        Outbox outbox = it().start();

        List<Enqueued> answers = atOnce(10, i -> () -> outbox.enqueue(payment("alice", "same")));

        assertThat(answers).extracting(Enqueued::id).containsOnly(answers.get(0).id());
        assertThat(answers).filteredOn(answer -> !answer.duplicate()).hasSize(1);
        it().passTimeUntil(PaymentState.DISPATCHED, answers.get(0).id());
        assertThat(it().book.sequences()).containsExactly(1L);
        assertThat(outbox.enqueue(payment("alice", "next")).sequence()).isEqualTo(2);
    }

    @Test
    @Tag("R-003-05")
    @Tag("R-003-09")
    @Tag("R-003-74")
    void those_who_enqueue_for_one_participant_at_once_get_every_number_once() throws Exception {
        Outbox outbox = it().startIdle();

        List<Enqueued> answers = atOnce(20, i -> () -> outbox.enqueue(payment("alice", "k" + i)));

        assertThat(answers)
                .extracting(Enqueued::sequence)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 20).boxed().toList());
    }

    private static <T> List<T> atOnce(int howMany, IntFunction<Callable<T>> what) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(howMany);
        try {
            var answers = new ArrayList<T>();
            for (Future<T> answer :
                    threads.invokeAll(IntStream.range(0, howMany).mapToObj(what).toList())) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            threads.shutdown();
        }
    }

    @Test
    @Tag("R-003-26")
    void where_a_payment_stands_can_be_asked_at_any_time() throws Exception {
        Outbox outbox = it().start();
        it().book.next("BUSY");
        it().book.next(it().book::hang);
        JobId id = outbox.enqueue(payment("alice", "a")).id();

        it().events.await(Event.JobRetried.class, event -> event.jobId().equals(id));
        PaymentStatus refused = outbox.status(id).orElseThrow();
        assertThat(refused.state()).isEqualTo(PaymentState.RETRYABLE);
        assertThat(refused.last().orElseThrow().code()).isEqualTo("BUSY");
        it().passTimeUntil(() -> it().book.inside() == 1);
        assertThat(it().state(id)).isEqualTo(PaymentState.DISPATCHING);
        it().book.letGo();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        PaymentStatus over = outbox.status(id).orElseThrow();
        assertThat(over.participant()).isEqualTo("alice");
        assertThat(over.rail()).isEqualTo("sepa");
        assertThat(over.sequence()).isEqualTo(1);
        assertThat(it().baton().attempts(id).get(1).detail().result())
                .contains("{\"code\":\"OK\",\"railReference\":\"bank-1\"}");
    }

    @Test
    void what_no_rail_here_would_take_is_refused_before_anything_is_stored() {
        Outbox outbox = it().startIdle();
        Payment good = payment("alice", "a");
        var bad = new Payment(good.instruction(), "alice", "sepa", good.amount(), "bad place");

        assertCode("UNKNOWN_RAIL", () -> outbox.enqueue(payment("carrier-pigeon", "alice", "a")));
        assertCode("INVALID_DESTINATION", () -> outbox.enqueue(bad));
        try (CallerTransaction ledger = it().begin()) {
            assertCode("INVALID_DESTINATION", () -> outbox.enqueue(ledger.handle(), bad));
            assertThat(outbox.enqueue(ledger.handle(), good).sequence()).isEqualTo(1);
            ledger.commit();
        }
    }

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageNotContaining("bad place");
    }
}
