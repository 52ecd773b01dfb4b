package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** After a restore, what the store takes for unsent may have been sent; each such payment is asked about once. */
abstract class PaymentRestoredContract {

    abstract OutboxUnderTest it();

    /** A payment that waits in the store as it was restored. */
    private JobId waiting(String rail) throws InterruptedException {
        JobId id = it().startIdle().enqueue(payment(rail, "alice", "a")).id();
        it().stopAndReopen();
        return id;
    }

    private Outbox startRestored() {
        Instant now = it().clock.instant().plusMillis(1);
        return it().start(rails -> rails.restored(now));
    }

    @Test
    void an_idempotent_rail_is_sent_it_under_the_same_reference() throws Exception {
        JobId id = waiting("sepa");

        startRestored();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().baton().attempts(id).get(0).detail().code()).isEqualTo("RESTORED");
    }

    @Test
    void an_idempotent_rail_that_may_have_forgotten_is_not_sent_it() throws Exception {
        it().also = rail -> rail.remembersFor(Duration.ofMinutes(10));
        JobId id = waiting("sepa");
        it().clock.advance(Duration.ofMinutes(10)); // it may have been sent right after it was made

        startRestored();
        it().passTimeUntil(PaymentState.HELD, id);

        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("TOO_LATE");
        assertThat(it().book.arrived()).isEmpty();
    }

    @Test
    void a_queryable_rail_is_asked_and_sent_only_what_it_has_never_seen() throws Exception {
        JobId id = waiting("swift");
        it().book.nextLook(dispatch -> Found.seen(Reply.of("OK")));

        Outbox outbox = startRestored();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).isEmpty();
        JobId next = outbox.enqueue(payment("swift", "alice", "b")).id();
        it().passTimeUntil(PaymentState.DISPATCHED, next);
    }

    @Test
    void what_a_queryable_rail_has_never_seen_is_sent_once() throws Exception {
        JobId id = waiting("swift");

        startRestored();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(1);
        assertThat(it().book.lookups()).isPositive();
    }

    @Test
    void on_a_rail_that_is_neither_it_is_held_until_people_have_found_out() throws Exception {
        JobId id = waiting("cash");

        Outbox outbox = startRestored();
        it().passTimeUntil(PaymentState.HELD, id);
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("RESTORED");
        int before = it().baton().attempts(id).size();
        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(() -> it().baton().attempts(id).size() > before + 1 && it().state(id) == PaymentState.HELD);
        assertThat(it().book.arrived()).isEmpty();

        outbox.resolve(id, Resolution.NOT_SENT, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);
        assertThat(it().book.arrived()).hasSize(1);
    }

    @Test
    void a_payment_that_had_failed_and_is_tried_again_may_have_been_tried_before() throws Exception {
        it().book.next("NO_ACCOUNT");
        JobId id = it().start().enqueue(payment("swift", "alice", "a")).id();
        it().passTimeUntil(PaymentState.FAILED, id);
        it().stopAndReopen();

        Outbox outbox = startRestored();
        it().book.nextLook(dispatch -> Found.seen(Reply.of("OK")));
        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(1);
    }

    @Test
    void what_was_made_after_the_restore_is_sent_at_once() throws Exception {
        Outbox outbox = startRestored();
        it().clock.advance(Duration.ofSeconds(1));

        JobId id = outbox.enqueue(payment("swift", "alice", "a")).id();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().baton().attempts(id)).hasSize(1);
        assertThat(it().book.lookups()).isZero();
    }
}
