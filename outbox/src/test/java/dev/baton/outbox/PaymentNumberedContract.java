package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Payments that are numbered and sent side by side. */
abstract class PaymentNumberedContract {

    abstract OutboxUnderTest it();

    @Test
    @Tag("R-003-42")
    @Tag("R-003-03")
    void what_hangs_has_failed_or_is_held_keeps_none_of_its_participant_waiting() throws Exception {
        Outbox outbox = it().start().numberedOnly();
        it().book.next(it().book::hang);
        JobId slow = outbox.enqueue(payment("alice", "slow")).id();
        OutboxUnderTest.await(() -> it().book.arrived().size() == 1);
        it().book.next("NO_ACCOUNT");
        JobId failed = outbox.enqueue(payment("alice", "failed")).id();
        it().await(PaymentState.FAILED, failed);
        it().book.next("MAYBE");
        JobId held = outbox.enqueue(payment("cash", "alice", "held")).id();
        it().await(PaymentState.HELD, held);

        Enqueued last = outbox.enqueue(payment("alice", "last"));
        it().await(PaymentState.DISPATCHED, last.id());

        assertThat(it().state(slow)).isEqualTo(PaymentState.DISPATCHING);
        assertThat(last.sequence()).isEqualTo(4);
        assertThat(it().book.sequences()).as("each rail is told the number").containsExactly(1L, 2L, 3L, 4L);
        assertThat(outbox.status(failed).orElseThrow().sequence()).isEqualTo(2);
        assertThat(outbox.blocked(10)).extracting(PaymentStatus::id).containsExactlyInAnyOrder(failed, held);
        assertThat(it().events.events(Event.LaneBlocked.class)).isEmpty();
    }

    @Test
    @Tag("R-003-42")
    void the_two_ways_share_the_numbers_of_a_participant() throws Exception {
        Outbox ordered = it().startIdle();
        Outbox numbered = ordered.numberedOnly();

        assertThat(ordered.enqueue(payment("alice", "a")).sequence()).isEqualTo(1);
        assertThat(numbered.enqueue(payment("alice", "b")).sequence()).isEqualTo(2);
        assertThat(numbered.ordered().enqueue(payment("alice", "c")).sequence()).isEqualTo(3);
        assertThat(numbered.enqueue(payment("alice", "b"))).satisfies(again -> {
            assertThat(again.duplicate()).isTrue();
            assertThat(again.sequence()).isEqualTo(2);
        });
    }

    @Test
    void a_participant_that_is_off_has_none_claimed_and_what_was_claimed_does_not_pass_its_gate() throws Exception {
        Outbox outbox = it().start().numberedOnly();
        var off = new CompletableFuture<Boolean>();
        var first = new AtomicBoolean(true);
        it().beforeGate = () -> {
            if (first.getAndSet(false)) {
                outbox.turnOff(Outbox.participant("alice"), BY);
                off.complete(true);
            }
        };

        JobId claimed = outbox.enqueue(payment("alice", "claimed")).id();
        off.get(20, TimeUnit.SECONDS);
        JobId after = outbox.enqueue(payment("alice", "after")).id();
        JobId others = outbox.enqueue(payment("bob", "others")).id();
        it().passTimeUntil(PaymentState.DISPATCHED, others);
        it().passTimeUntil(() -> isWaiting(claimed) && isWaiting(after));

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().status(after).last()).as("it was never claimed").isEmpty();
        outbox.turnOn(Outbox.participant("alice"), BY);
        it().passTimeUntil(PaymentState.DISPATCHED, claimed);
        it().passTimeUntil(PaymentState.DISPATCHED, after);
    }

    private boolean isWaiting(JobId payment) {
        return it().store()
                        .find(payment, it().clock.instant())
                        .orElseThrow()
                        .standing()
                        .state()
                == JobState.WAITING;
    }

    @Test
    void what_failed_is_retried_skipped_or_replaced_as_any_other() throws Exception {
        Outbox outbox = it().start().numberedOnly();
        List<JobId> failed = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            it().book.next("NO_ACCOUNT");
            failed.add(outbox.enqueue(payment("alice", "bad" + i)).id());
            it().await(PaymentState.FAILED, failed.get(i));
        }
        Payment old = payment("alice", "bad2");
        var better = new Payment(old.instruction(), "alice", "sepa", old.amount(), "elsewhere");

        outbox.retry(failed.get(0), BY).orThrow();
        outbox.skip(failed.get(1), BY).orThrow();
        JobId replacement = outbox.replace(failed.get(2), better, BY);
        it().passTimeUntil(PaymentState.DISPATCHED, failed.get(0));
        it().passTimeUntil(PaymentState.DISPATCHED, replacement);

        assertThat(it().state(failed.get(1))).isEqualTo(PaymentState.CANCELLED);
        assertThat(it().status(replacement).sequence()).isEqualTo(4);
        assertThat(outbox.status(old.instruction()).orElseThrow().id()).isEqualTo(replacement);
    }

    @Test
    void a_call_that_nobody_knows_the_end_of_is_found_out_about_while_others_are_sent() throws Exception {
        Outbox outbox = it().start().numberedOnly();
        it().book.next("MAYBE");
        JobId unknown = outbox.enqueue(payment("swift", "alice", "unknown")).id();
        it().await(PaymentState.UNKNOWN, unknown);

        JobId next = outbox.enqueue(payment("swift", "alice", "next")).id();
        it().await(PaymentState.DISPATCHED, next);
        it().passTimeUntil(PaymentState.DISPATCHED, unknown);

        assertThat(it().book.sequences()).containsExactly(1L, 2L, 1L);
        assertThat(it().store().attempts(unknown))
                .extracting(AttemptView::kind)
                .startsWith(AttemptView.Kind.UNKNOWN)
                .endsWith(AttemptView.Kind.DONE);
    }

    @Test
    void payments_that_failed_are_told_by_an_alert_though_they_block_nobody() throws Exception {
        List<Alert> told = new CopyOnWriteArrayList<>();
        Outbox outbox = it().start(rails ->
                        rails.listener(new OutboxAlerts(AlertRule.usual(), Figures.STUCK_AFTER, told::add, it().clock)))
                .numberedOnly();
        it().book.next("NO_ACCOUNT");
        JobId failed = outbox.enqueue(payment("alice", "a")).id();
        it().await(PaymentState.FAILED, failed);

        it().passTimeUntil(() -> told.stream().anyMatch(alert -> alert.firing() && isAboutDecisions(alert)));
        outbox.skip(failed, BY).orThrow();
        it().passTimeUntil(() -> told.stream().anyMatch(alert -> !alert.firing() && isAboutDecisions(alert)));
        assertThat(told)
                .extracting(Alert::about)
                .as("no participant is blocked")
                .containsOnly(Optional.empty());
    }

    private static boolean isAboutDecisions(Alert alert) {
        return alert.name().equals("OutboxLaneBlocked");
    }
}
