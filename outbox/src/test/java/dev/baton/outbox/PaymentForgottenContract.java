package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rail may have taken so long ago that it has forgotten is not sent again, unless people say so. */
abstract class PaymentForgottenContract {

    private static final Duration MEMORY = Duration.ofMinutes(3);

    abstract OutboxUnderTest it();

    @BeforeEach
    void giveRailsAMemory() {
        it().also = rail -> rail.remembersFor(MEMORY);
    }

    private void nextIsLost() {
        it().book.next(dispatch -> {
            throw new IOException("cut");
        });
    }

    /** Nobody knows, and nobody looks until the rail has forgotten. */
    private JobId forgotten(Outbox outbox, String rail) throws InterruptedException {
        nextIsLost();
        JobId id = outbox.enqueue(payment(rail, "alice", "a")).id();
        it().passTimeUntil(PaymentState.UNKNOWN, id);
        outbox.turnOff(Outbox.rail(rail), BY);
        it().passTime(MEMORY);
        outbox.turnOn(Outbox.rail(rail), BY);
        return id;
    }

    private void retry(Outbox outbox, JobId id) throws InterruptedException {
        int before = it().baton().attempts(id).size();
        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(() -> it().baton().attempts(id).size() > before + 1 && it().state(id) == PaymentState.HELD);
    }

    private void assertHeld(JobId id, int sent) throws InterruptedException {
        it().passTimeUntil(PaymentState.HELD, id);
        assertThat(it().status(id).last().orElseThrow().code()).isEqualTo("TOO_LATE");
        assertThat(it().book.arrived()).hasSize(sent);
    }

    @Test
    void what_an_idempotent_rail_may_have_forgotten_is_sent_again_by_the_word_of_people_only() throws Exception {
        Outbox outbox = it().start();
        JobId id = forgotten(outbox, "sepa");

        assertHeld(id, 1);
        retry(outbox, id);
        assertHeld(id, 1);

        outbox.resolve(id, Resolution.NOT_SENT, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);
        assertThat(it().book.arrived()).hasSize(2);
    }

    @Test
    void a_queryable_rail_that_may_have_forgotten_is_not_believed_that_it_has_never_seen_it() throws Exception {
        Outbox outbox = it().start();
        JobId id = forgotten(outbox, "swift");

        assertHeld(id, 1);
        retry(outbox, id);
        assertHeld(id, 1);

        it().book.nextLook(dispatch -> Found.seen(Reply.of("OK")));
        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);
        assertThat(it().book.arrived()).as("what it knows it is believed").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sepa", "swift"})
    void what_the_rail_still_knows_is_sent_again(String rail) throws Exception {
        nextIsLost();
        JobId id = it().start().enqueue(payment(rail, "alice", "a")).id();

        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(2);
    }

    @Test
    void what_cannot_be_sent_again_in_time_is_held_at_once() throws Exception {
        it().also = rail -> rail.remembersFor(OutboxUnderTest.QUIET);
        nextIsLost();
        JobId id = it().start().enqueue(payment("alice", "a")).id();

        assertHeld(id, 1);

        assertThat(it().baton().attempts(id)).hasSize(2);
    }

    @Test
    void a_payment_that_was_refused_after_doubt_is_not_sent_again_when_all_is_forgotten() throws Exception {
        Outbox outbox = it().start();
        nextIsLost();
        it().book.next("NO_ACCOUNT");
        JobId id = outbox.enqueue(payment("alice", "a")).id();
        it().passTimeUntil(PaymentState.FAILED, id);
        it().passTime(MEMORY);

        outbox.retry(id, BY).orThrow();

        assertHeld(id, 2);
        outbox.resolve(id, Resolution.NOT_SENT, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);
        assertThat(it().book.arrived()).hasSize(3);
    }

    @Test
    void a_payment_that_was_refused_without_any_doubt_is_sent_again_whenever_somebody_wants_it() throws Exception {
        Outbox outbox = it().start();
        it().book.next("NO_ACCOUNT");
        JobId id = outbox.enqueue(payment("alice", "a")).id();
        it().passTimeUntil(PaymentState.FAILED, id);
        it().passTime(MEMORY);

        outbox.retry(id, BY).orThrow();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(it().book.arrived()).hasSize(2);
    }
}
