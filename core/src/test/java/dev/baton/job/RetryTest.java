package dev.baton.job;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One value for every formula there is. */
class RetryTest {

    private static final Random RANDOM = new Random(42);

    private static List<Duration> delays(Retry retry, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(k -> retry.delayAfter(k, RANDOM))
                .toList();
    }

    @Test
    @Tag("R-003-55")
    @Tag("R-003-59")
    void the_outbox_waits_1_s_and_doubles_up_to_a_minute() {
        Retry outbox = Retry.exponential(ofSeconds(1)).cap(ofSeconds(60)).attempts(20);

        assertThat(delays(outbox, 8))
                .containsExactly(
                        ofSeconds(1),
                        ofSeconds(2),
                        ofSeconds(4),
                        ofSeconds(8),
                        ofSeconds(16),
                        ofSeconds(32),
                        ofSeconds(60),
                        ofSeconds(60));
        assertThat(outbox.allowsAnotherAfter(19)).isTrue();
        assertThat(outbox.allowsAnotherAfter(20)).isFalse();
    }

    @Test
    @Tag("R-004-22")
    @Tag("R-004-23")
    void a_backfill_waits_2_minutes_and_doubles_up_to_60_with_up_to_a_quarter_added() {
        Retry backfill =
                Retry.exponential(ofMinutes(2)).cap(ofMinutes(60)).jitter(0.25).exponentCap(30);
        List<Duration> base = List.of(
                ofMinutes(2), ofMinutes(4), ofMinutes(8), ofMinutes(16), ofMinutes(32), ofMinutes(60), ofMinutes(60));

        for (int round = 0; round < 200; round++) {
            List<Duration> delays = delays(backfill, base.size());
            for (int i = 0; i < base.size(); i++) {
                Duration most = base.get(i).multipliedBy(5).dividedBy(4);
                assertThat(delays.get(i)).isGreaterThanOrEqualTo(base.get(i)).isLessThan(most);
            }
        }
        assertThat(backfill.delayAfter(1_000_000, RANDOM)).isLessThan(ofMinutes(75));
    }

    @Test
    @Tag("R-001-64")
    void the_hardened_conductor_runs_four_times_after_1_2_and_4_s() {
        Retry conductor = Retry.exponential(ofSeconds(1)).cap(ofSeconds(30)).attempts(4);

        assertThat(delays(conductor, 3)).containsExactly(ofSeconds(1), ofSeconds(2), ofSeconds(4));
        assertThat(delays(conductor, 50)).allSatisfy(delay -> assertThat(delay).isLessThanOrEqualTo(ofSeconds(30)));
        assertThat(conductor.allowsAnotherAfter(3)).isTrue();
        assertThat(conductor.allowsAnotherAfter(4)).isFalse();
    }

    @Test
    void the_other_formulas_are_instances_too() {
        Retry supervisor = Retry.exponential(ofSeconds(5)).firstExponent(1).exponentCap(5);
        assertThat(delays(supervisor, 6))
                .containsExactly(
                        ofSeconds(10), ofSeconds(20), ofSeconds(40), ofSeconds(80), ofSeconds(160), ofSeconds(160));

        Retry recovery = Retry.exponential(ofMillis(50)).factor(1.5).cap(ofSeconds(5));
        assertThat(delays(recovery, 3)).containsExactly(ofMillis(50), ofMillis(75), Duration.ofNanos(112_500_000));
        assertThat(recovery.delayAfter(100, RANDOM)).isEqualTo(ofSeconds(5));

        assertThat(delays(Retry.fixed(ofSeconds(10)), 3)).containsOnly(ofSeconds(10));
        assertThat(delays(Retry.fixed(Duration.ZERO), 3)).containsOnly(Duration.ZERO);
        assertThat(Retry.never().allowsAnotherAfter(1)).isFalse();
    }

    @Test
    @Tag("R-000-54")
    void by_default_a_job_runs_five_times_and_waits_2_4_8_and_16_s_and_a_quarter_more_at_most() {
        Retry defaults = Retry.defaults();

        assertThat(defaults.attempts()).isEqualTo(5);
        assertThat(defaults.allowsAnotherAfter(4)).isTrue();
        assertThat(defaults.allowsAnotherAfter(5)).isFalse();
        assertThat(defaults.delayAfter(4, RANDOM)).isBetween(ofSeconds(16), ofSeconds(20));
        assertThat(defaults.delayAfter(30, RANDOM)).isBetween(ofMinutes(10), ofSeconds(750));
    }

    @Test
    void delays_saturate_and_never_overflow_or_turn_negative() {
        Retry extreme =
                Retry.exponential(Duration.ofDays(365L * 1000)).factor(1e300).jitter(1);

        assertThat(extreme.delayAfter(Integer.MAX_VALUE, RANDOM)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        assertThat(Retry.exponential(Duration.ofSeconds(Long.MAX_VALUE)).delayAfter(1, RANDOM))
                .isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        assertThat(Retry.exponential(Duration.ZERO).delayAfter(Integer.MAX_VALUE, RANDOM))
                .isZero();
    }

    @Test
    @Tag("R-000-55")
    void what_is_no_policy_is_refused_with_a_code() {
        List<Supplier<Retry>> wrong = List.of(
                () -> Retry.exponential(ofSeconds(-1)),
                () -> Retry.defaults().factor(0.5),
                () -> Retry.defaults().factor(Double.NaN),
                () -> Retry.defaults().jitter(-0.1),
                () -> Retry.defaults().jitter(1.1),
                () -> Retry.defaults().attempts(0),
                () -> Retry.defaults().attempts(1001),
                () -> Retry.defaults().cap(ofSeconds(-1)),
                () -> Retry.defaults().firstExponent(-1),
                () -> Retry.defaults().exponentCap(-1));

        assertThat(wrong)
                .allSatisfy(policy -> assertThatThrownBy(policy::get)
                        .isInstanceOfSatisfying(
                                BatonException.class, e -> assertThat(e.code()).isEqualTo("OUT_OF_RANGE")));
    }
}
