package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.Switch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between its claim and its call a payment is asked about once more, and not sent if anything is in the way. */
abstract class PaymentGateContract {

    abstract OutboxUnderTest it();

    private static Switch named(String text) {
        return switch (text) {
            case "everything" -> Outbox.everything();
            case "rail" -> Outbox.rail("sepa");
            default -> Outbox.participant("alice");
        };
    }

    /** Has this happen once, right before the gate; answers when it has. */
    private CompletableFuture<Boolean> beforeGate(Runnable what) {
        var happened = new CompletableFuture<Boolean>();
        var first = new AtomicBoolean(true);
        it().beforeGate = () -> {
            if (first.getAndSet(false)) {
                what.run();
                happened.complete(true);
            }
        };
        return happened;
    }

    @ParameterizedTest
    @ValueSource(strings = {"everything", "rail", "participant"})
    void what_is_switched_off_between_claim_and_call_is_not_sent_until_it_is_on_again(String what) throws Exception {
        Outbox outbox = it().start();
        CompletableFuture<Boolean> off = beforeGate(() -> outbox.turnOff(named(what), BY));

        JobId id = outbox.enqueue(payment("alice", "a")).id();
        off.get(20, TimeUnit.SECONDS);
        it().passTimeUntil(PaymentState.PENDING, id);
        for (int i = 0; i < 20; i++) {
            it().clock.advance(Duration.ofSeconds(1));
        }

        assertThat(it().book.arrived()).isEmpty();
        assertThat(it().store()
                        .find(id, it().clock.instant())
                        .orElseThrow()
                        .standing()
                        .tally()
                        .failures())
                .as("a closed gate uses nothing up")
                .isZero();
        outbox.turnOn(named(what), BY);
        it().passTimeUntil(PaymentState.DISPATCHED, id);
        assertThat(it().book.sequences()).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"everything", "rail", "participant"})
    void what_is_switched_off_is_not_even_claimed_and_others_go_on(String what) throws Exception {
        Outbox outbox = it().start();
        outbox.turnOff(named(what), BY);

        JobId off = outbox.enqueue(payment("alice", "a")).id();
        JobId other = outbox.enqueue(payment("swift", "bob", "b")).id();
        if (!what.equals("everything")) {
            it().passTimeUntil(PaymentState.DISPATCHED, other);
        }

        assertThat(it().status(off).last()).isEmpty();
        outbox.turnOn(named(what), BY);
        it().passTimeUntil(PaymentState.DISPATCHED, off);
    }

    @Test
    void who_has_lost_the_payment_before_the_call_does_not_make_it() throws Exception {
        Outbox outbox = it().start();
        var id = new CompletableFuture<JobId>();
        CompletableFuture<Boolean> killed =
                beforeGate(() -> it().baton().kill(id.join(), BY).orThrow());

        id.complete(outbox.enqueue(payment("alice", "a")).id());
        killed.get(20, TimeUnit.SECONDS);
        it().events.await(Event.JobFenced.class, event -> event.jobId().equals(id.join())); // it has ended, in vain

        assertThat(it().book.arrived()).isEmpty();
        assertThat(it().state(id.join())).isEqualTo(PaymentState.HELD);
    }

    @Test
    void a_payment_that_is_cancelled_before_the_call_is_not_sent() throws Exception {
        Outbox outbox = it().start();
        var id = new CompletableFuture<JobId>();
        CompletableFuture<Boolean> cancelled =
                beforeGate(() -> it().baton().cancel(id.join(), BY).orThrow());

        id.complete(outbox.enqueue(payment("alice", "a")).id());
        cancelled.get(20, TimeUnit.SECONDS);
        it().passTimeUntil(PaymentState.CANCELLED, id.join());

        assertThat(it().book.arrived()).isEmpty();
    }
}
