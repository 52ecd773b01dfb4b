package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.outbox.Alert.Blocked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Alerts about payments that are really there. */
abstract class PaymentAlertsContract {

    private final List<Alert> told = new CopyOnWriteArrayList<>();

    abstract OutboxUnderTest it();

    private Rails watched(Rails rails) {
        return rails.listener(new OutboxAlerts(AlertRule.usual(), Figures.STUCK_AFTER, told::add, it().clock));
    }

    private boolean isTold(String name, boolean firing, Optional<Blocked> about) {
        return told.stream()
                .anyMatch(alert -> alert.name().equals(name)
                        && alert.firing() == firing
                        && alert.about().equals(about));
    }

    @Test
    void each_participant_that_is_blocked_is_told_and_is_over_when_somebody_has_decided() throws Exception {
        Outbox outbox = it().start(this::watched);
        it().book.next("NO_ACCOUNT");
        JobId failed = outbox.enqueue(payment("alice", "a")).id();
        it().await(PaymentState.FAILED, failed);
        it().book.next("MAYBE");
        JobId held = outbox.enqueue(payment("cash", "bob", "b")).id();
        it().await(PaymentState.HELD, held);
        var alice = Optional.of(new Blocked(failed, "alice"));
        var bob = Optional.of(new Blocked(held, "bob"));
        it().passTimeUntil(() -> isTold("OutboxLaneBlocked", true, alice) && isTold("OutboxLaneBlocked", true, bob));

        outbox.skip(failed, BY).orThrow();
        it().passTimeUntil(() -> isTold("OutboxLaneBlocked", false, alice));
        assertThat(isTold("OutboxLaneBlocked", false, bob))
                .as("nobody has decided")
                .isFalse();
        outbox.resolve(held, Resolution.SENT, BY).orThrow();
        it().passTimeUntil(() -> isTold("OutboxLaneBlocked", false, bob));

        assertThat(told)
                .filteredOn(alert -> alert.about().isPresent())
                .as("each is told once")
                .hasSize(4);
    }

    @Test
    void a_payment_that_was_parked_elsewhere_is_told_by_its_name_if_somebody_says_where_to_look() throws Exception {
        it().book.next("NO_ACCOUNT");
        JobId failed = it().start().enqueue(payment("alice", "a")).id();
        it().await(PaymentState.FAILED, failed);
        it().stopAndReopen();
        var alerts = new OutboxAlerts(AlertRule.usual(), Figures.STUCK_AFTER, told::add, it().clock)
                .lookingEvery(Duration.ofSeconds(3));
        Outbox outbox = it().start(rails -> rails.listener(alerts));
        alerts.naming(outbox);
        var alice = Optional.of(new Blocked(failed, "alice"));

        it().passTimeUntil(() -> isTold("OutboxLaneBlocked", true, alice));
        outbox.skip(failed, BY).orThrow();
        it().passTimeUntil(() -> isTold("OutboxLaneBlocked", false, alice));

        assertThat(told).as("once, and no other").hasSize(2);
    }

    @Test
    void payments_that_nobody_sends_are_told_by_who_enqueues_them() throws Exception {
        Outbox outbox = it().startIdle(this::watched);
        outbox.enqueue(payment("alice", "a"));

        it().passTimeUntil(() -> isTold("OutboxOldestPendingAge", true, Optional.empty()));

        assertThat(told.get(0).value()).isGreaterThan(300);
    }
}
