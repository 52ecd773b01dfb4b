package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShortcutTest {

    private final AtomicLong nanos = new AtomicLong();
    private final Shortcut shortcut = new Shortcut(nanos::get);

    @Test
    void what_was_in_vain_is_left_for_seven_claims_and_tried_again_by_the_eighth() {
        assertThat(shortcut.isOpen()).isTrue();

        shortcut.inVain();

        assertThat(IntStream.range(0, 8).filter(claim -> shortcut.isOpen())).containsExactly(7);
        assertThat(shortcut.isOpen()).isTrue();
    }

    @Test
    void what_was_slow_is_left_for_ten_times_as_long_and_a_second_at_least() {
        shortcut.taken(0, Duration.ofMillis(11).toNanos());
        nanos.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(shortcut.isOpen()).isFalse();
        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(shortcut.isOpen()).isTrue();

        shortcut.taken(0, Duration.ofMillis(200).toNanos());
        nanos.addAndGet(Duration.ofMillis(1_999).toNanos());
        assertThat(shortcut.isOpen()).isFalse();
        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(shortcut.isOpen()).isTrue();
    }

    @Test
    void many_jobs_may_take_longer_than_few_before_that_is_slow() {
        shortcut.taken(500, Duration.ofMillis(29).toNanos());
        assertThat(shortcut.isOpen()).isTrue();

        shortcut.taken(500, Duration.ofMillis(31).toNanos());
        assertThat(shortcut.isOpen()).isFalse();
    }
}
