package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.outbox.AlertRule.Measure;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When alerts fire, and when they are over, by a clock that is moved by hand. */
class OutboxAlertsTest {

    private static final JobId JOB = new JobId(new UUID(1, 2));
    private static final Duration LOOK = OutboxAlerts.LOOKS_EVERY;

    private final ManualClock clock = new ManualClock();
    private final SaidGauges gauges = new SaidGauges(clock);
    private final List<String> told = new ArrayList<>();
    private final OutboxAlerts alerts = new OutboxAlerts(
            AlertRule.usual(),
            Duration.ofMinutes(2),
            alert -> told.add((alert.firing() ? "+" : "-") + alert.name().substring("Outbox".length()) + about(alert)),
            clock);

    private static String about(Alert alert) {
        return alert.about().map(blocked -> " " + blocked.participant()).orElse("");
    }

    @BeforeEach
    void begin() {
        alerts.begin(gauges);
    }

    private static AlertRule rule(Measure measure) {
        return AlertRule.usual().stream()
                .filter(rule -> rule.measure() == measure)
                .findFirst()
                .orElseThrow();
    }

    /** Looks as often as it does by itself, after doing this each time. */
    private void passing(Duration time, Runnable each) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(LOOK)) {
            clock.advance(LOOK);
            each.run();
            alerts.look();
        }
    }

    private void passing(Duration time) {
        passing(time, () -> {});
    }

    private void ends(boolean well) {
        alerts.on(
                well
                        ? new Event.JobCompleted(JOB, "outbox.payment", "outbox.sepa", 1, Duration.ZERO)
                        : new Event.JobRetried(
                                JOB, "outbox.payment", "outbox.sepa", 1, Duration.ZERO, "BUSY", "", clock.instant()));
    }

    @Test
    void there_is_a_usual_rule_for_each_measure() {
        assertThat(AlertRule.usual()).extracting(AlertRule::measure).containsExactly(Measure.values());
        assertThat(rule(Measure.OLDEST_PENDING_AGE).threshold()).isEqualTo(300);
        assertThat(rule(Measure.DLQ_GROWTH).window()).isEqualTo(Duration.ofMinutes(15));
        assertThat(rule(Measure.RETRYABLE_SHARE).hold()).isEqualTo(Duration.ofMinutes(5));
        assertThat(rule(Measure.LANE_BLOCKED).hold()).isZero();
    }

    @Test
    void a_rule_that_clears_above_its_threshold_is_refused() {
        assertThatThrownBy(() -> new AlertRule(Measure.STUCK_DISPATCHING, Duration.ZERO, 1, Duration.ZERO, 2))
                .isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> new AlertRule(Measure.DLQ_GROWTH, Duration.ZERO, 1, Duration.ZERO, 0))
                .isInstanceOf(BatonException.class);
    }

    @ParameterizedTest
    @EnumSource(value = Measure.class, names = "LANE_BLOCKED", mode = EnumSource.Mode.EXCLUDE)
    void an_alert_fires_when_its_hold_has_passed_and_not_before(Measure measure) {
        var state = new AlertState(rule(measure));
        double above = rule(measure).threshold() + 1;
        long hold = rule(measure).hold().toNanos();

        assertThat(state.next(above, 5)).isEmpty();
        assertThat(state.next(above, 5 + hold - 1)).isEmpty();
        assertThat(state.next(above, 5 + hold)).contains(true);
        assertThat(state.next(above, 5 + 2 * hold)).as("told once").isEmpty();
        assertThat(state.next(rule(measure).clear(), 6 + 2 * hold)).contains(false);
        assertThat(state.next(rule(measure).clear(), 7 + 2 * hold)).isEmpty();
    }

    @Test
    void what_is_at_the_threshold_is_not_above_it_and_a_dip_begins_the_hold_anew() {
        var state = new AlertState(rule(Measure.OLDEST_PENDING_AGE));
        long hold = rule(Measure.OLDEST_PENDING_AGE).hold().toNanos();

        state.next(300, 0);
        assertThat(state.next(300, 2 * hold)).isEmpty();
        state.next(301, 3 * hold);
        state.next(300, 4 * hold - 1);
        assertThat(state.next(301, 4 * hold)).isEmpty();
        assertThat(state.next(301, 5 * hold)).contains(true);
    }

    @Test
    void between_threshold_and_clear_it_stays_as_it_is_and_does_not_flap() {
        var state = new AlertState(rule(Measure.OLDEST_PENDING_AGE));
        long hold = rule(Measure.OLDEST_PENDING_AGE).hold().toNanos();
        state.next(301, 0);
        state.next(301, hold);

        for (int i = 1; i <= 20; i++) {
            assertThat(state.next(i % 2 == 0 ? 299 : 301, hold + i)).isEmpty();
        }
        assertThat(state.isFiring()).isTrue();
        assertThat(state.next(121, 2 * hold)).isEmpty();
        assertThat(state.next(120, 2 * hold + 1)).contains(false);
        assertThat(state.next(299, 4 * hold)).isEmpty();
        assertThat(state.isFiring()).isFalse();
    }

    @Test
    void a_payment_that_waits_for_too_long_is_told_once_and_so_is_that_it_is_over() {
        gauges.oldest = Optional.of(clock.instant());

        passing(Duration.ofMinutes(6));
        assertThat(told).as("above 300 s for less than a minute").isEmpty();
        passing(LOOK);
        assertThat(told).containsExactly("+OldestPendingAge");
        passing(Duration.ofMinutes(10));
        assertThat(told).hasSize(1);

        gauges.oldest = Optional.empty();
        passing(LOOK);
        assertThat(told).containsExactly("+OldestPendingAge", "-OldestPendingAge");
    }

    @Test
    void payments_that_fail_for_good_one_after_another_are_told_and_old_ones_are_not() {
        gauges.count(SaidGauges.PAYMENTS, JobState.DEAD, 100);
        passing(Duration.ofMinutes(5));
        assertThat(told).doesNotContain("+DlqGrowth");

        gauges.count(SaidGauges.PAYMENTS, JobState.DEAD, 106);
        passing(Duration.ofMinutes(1));
        assertThat(told).doesNotContain("+DlqGrowth");
        passing(LOOK);
        assertThat(told).contains("+DlqGrowth").doesNotContain("-DlqGrowth");

        passing(Duration.ofMinutes(16));
        assertThat(told).as("no more since").contains("-DlqGrowth");
    }

    @Test
    void payments_that_are_under_way_for_too_long_are_told() {
        gauges.stuck = 1;
        passing(Duration.ofMinutes(1));
        assertThat(told).isEmpty();
        passing(LOOK);
        assertThat(told).containsExactly("+StuckDispatching");

        gauges.stuck = 0;
        passing(LOOK);
        assertThat(told).containsExactly("+StuckDispatching", "-StuckDispatching");
    }

    @Test
    void a_sustained_spike_of_attempts_to_be_repeated_is_told_and_a_short_one_is_not() {
        passing(Duration.ofMinutes(10), () -> ends(true));
        passing(Duration.ofMinutes(2), () -> ends(false));
        passing(Duration.ofMinutes(10), () -> ends(true));
        assertThat(told).isEmpty();

        passing(Duration.ofMinutes(15), () -> ends(false));
        assertThat(told).containsExactly("+RetryableRate");
        passing(Duration.ofMinutes(3), () -> ends(true));
        assertThat(told).as("still more than a fifth").hasSize(1);
        passing(Duration.ofMinutes(3), () -> ends(true));
        assertThat(told).containsExactly("+RetryableRate", "-RetryableRate");
    }

    @Test
    void a_store_that_cannot_be_asked_neither_fires_nor_clears_anything() {
        gauges.stuck = 1;
        passing(Duration.ofMinutes(2));
        gauges.away = true;
        gauges.stuck = 0;
        passing(Duration.ofMinutes(30));

        assertThat(told).containsExactly("+StuckDispatching");
    }

    @Test
    void a_payment_that_blocks_its_participant_is_told_at_once_and_only_it() {
        gauges.count(SaidGauges.PAYMENTS, JobState.DEAD, 1);
        var blocked = new Event.LaneBlocked(JOB, "outbox.payment", "outbox.sepa", "outbox/alice", 3, JobState.DEAD);
        var other = new Event.LaneBlocked(JOB, "mail.send", "mail", "alice", 3, JobState.DEAD);

        alerts.on(other);
        assertThat(told).isEmpty();
        alerts.on(blocked);
        alerts.on(blocked);
        assertThat(told).containsExactly("+LaneBlocked alice");
    }

    @Test
    void a_payment_that_others_have_parked_is_told_although_nobody_said_so() {
        gauges.count(SaidGauges.PAYMENTS, JobState.HELD, 1);
        alerts.look();
        assertThat(told).as("it may yet be said").isEmpty();
        passing(LOOK);
        assertThat(told).containsExactly("+LaneBlocked");

        gauges.counts.clear();
        passing(LOOK);
        assertThat(told).containsExactly("+LaneBlocked", "-LaneBlocked");
    }

    @Test
    void a_listener_that_throws_hears_of_the_next_alert_all_the_same() {
        var heard = new ArrayList<Alert>();
        var deaf = new OutboxAlerts(
                AlertRule.usual(),
                Duration.ofMinutes(2),
                alert -> {
                    heard.add(alert);
                    throw new IllegalStateException("no line");
                },
                clock);
        deaf.begin(gauges);

        for (String lane : List.of("outbox/alice", "outbox/bob")) {
            deaf.on(new Event.LaneBlocked(
                    new JobId(new UUID(1, lane.length())), "outbox.payment", "outbox.sepa", lane, 1, JobState.HELD));
        }

        assertThat(heard).hasSize(2);
    }
}
