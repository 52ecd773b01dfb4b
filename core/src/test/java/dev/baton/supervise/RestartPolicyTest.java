package dev.baton.supervise;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The arithmetic of delays. */
class RestartPolicyTest {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    @Test
    @Tag("R-001-29")
    void the_delay_doubles_with_each_restart_up_to_the_cap() {
        var policy = RestartPolicy.defaults().baseDelay(ofMillis(100)).exponentCap(3);

        assertThat(policy.delayBefore(1)).isEqualTo(ofMillis(200));
        assertThat(policy.delayBefore(2)).isEqualTo(ofMillis(400));
        assertThat(policy.delayBefore(3)).isEqualTo(ofMillis(800));
        assertThat(policy.delayBefore(4)).isEqualTo(ofMillis(800));
    }

    @Test
    @Tag("R-001-31")
    void the_delay_saturates_instead_of_overflowing() {
        var extreme =
                RestartPolicy.defaults().baseDelay(ofDays(365L * 1_000_000)).exponentCap(Integer.MAX_VALUE);
        assertThat(extreme.delayBefore(1)).isEqualTo(LONGEST);
        assertThat(extreme.delayBefore(Long.MAX_VALUE)).isEqualTo(LONGEST);

        var nanosecond = RestartPolicy.defaults().baseDelay(Duration.ofNanos(1)).exponentCap(Integer.MAX_VALUE);
        assertThat(nanosecond.delayBefore(62)).isEqualTo(Duration.ofNanos(1L << 62));
        assertThat(nanosecond.delayBefore(63)).isEqualTo(LONGEST);
        assertThat(nanosecond.delayBefore(64)).isEqualTo(LONGEST);
        assertThat(nanosecond.delayBefore(65)).isEqualTo(LONGEST);
    }

    @Test
    @Tag("R-001-29")
    @Tag("R-001-31")
    void the_delay_agrees_with_exact_arithmetic_for_any_base_and_any_restart() {
        var random = new SplittableRandom(20261115);
        for (int i = 0; i < 10_000; i++) {
            long base = random.nextLong() >>> random.nextInt(1, 64);
            int cap = random.nextInt(100);
            long restart = random.nextLong(1, 200);
            BigInteger exact = BigInteger.valueOf(base).shiftLeft((int) Math.min(restart, cap));
            BigInteger expected = exact.min(BigInteger.valueOf(Long.MAX_VALUE));

            var policy =
                    RestartPolicy.defaults().baseDelay(Duration.ofNanos(base)).exponentCap(cap);

            assertThat(policy.delayBefore(restart).toNanos())
                    .as("base %d, cap %d, restart %d", base, cap, restart)
                    .isEqualTo(expected.longValueExact());
        }
    }

    @Test
    void a_base_of_zero_restarts_at_once_every_time() {
        var policy = RestartPolicy.defaults().baseDelay(Duration.ZERO);

        assertThat(policy.delayBefore(1)).isZero();
        assertThat(policy.delayBefore(1000)).isZero();
    }

    @Test
    @Tag("R-001-34")
    void stable_means_longer_than_the_threshold_and_not_as_long() {
        var policy = RestartPolicy.defaults().stableAfter(ofSeconds(80));

        assertThat(policy.isStable(ofSeconds(80).toNanos())).isFalse();
        assertThat(policy.isStable(ofSeconds(80).toNanos() + 1)).isTrue();
    }
}
