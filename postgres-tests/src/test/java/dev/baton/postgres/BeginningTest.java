package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BeginningTest {

    private static final Duration LASTS = Duration.ofSeconds(1);
    private static final long MANY = 10_000;

    private long nanos;
    private final Beginning<String> beginning = new Beginning<>(LASTS, () -> nanos);

    private void look(Duration took, long dead) {
        long begun = nanos;
        pass(took);
        beginning.looked(begun, "here", () -> dead);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void a_look_that_was_slow_for_many_dead_rows_need_not_begin_before_what_it_found_for_a_while() {
        look(Duration.ofMillis(10), MANY);
        assertThat(beginning.get()).contains("here");

        pass(LASTS);
        assertThat(beginning.get()).contains("here");
        pass(Duration.ofNanos(1));
        assertThat(beginning.get()).as("everything is looked at again").isEmpty();
    }

    @Test
    void a_fast_look_and_one_that_was_slow_for_another_reason_leave_nothing_behind() {
        look(Duration.ofMillis(9), MANY);
        assertThat(beginning.get()).isEmpty();

        look(Duration.ofSeconds(2), MANY - 1);
        assertThat(beginning.get()).isEmpty();
    }

    @Test
    void it_moves_on_with_what_is_found_and_is_no_younger_for_it() {
        look(Duration.ofMillis(50), MANY);
        pass(Duration.ofMillis(900));

        beginning.moveOn("there");

        assertThat(beginning.get()).contains("there");
        assertThat(beginning.left()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void looks_at_everything_take_no_more_than_a_tenth_of_the_time() {
        look(Duration.ofMillis(300), MANY);
        assertThat(beginning.left()).isEqualTo(Duration.ofSeconds(3));

        pass(Duration.ofSeconds(4));
        look(Duration.ofMillis(20), MANY);
        assertThat(beginning.left()).isEqualTo(LASTS);
    }

    @Test
    void what_is_over_does_not_come_back_by_moving_on() {
        look(Duration.ofMillis(50), MANY);
        pass(Duration.ofSeconds(2));
        assertThat(beginning.get()).isEmpty();

        beginning.moveOn("there");

        assertThat(beginning.get()).isEmpty();
    }
}
