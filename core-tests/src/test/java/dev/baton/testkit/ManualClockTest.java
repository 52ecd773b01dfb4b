package dev.baton.testkit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ManualClockTest {

    private final ManualClock clock = new ManualClock();
    private final List<String> rung = new ArrayList<>();

    private Timeline.Alarm alarm(String name, Duration delay) {
        return clock.after(delay, () -> rung.add(name + "@" + clock.nanos() / 1_000_000_000));
    }

    @Test
    void alarms_go_off_in_the_order_of_their_time_with_the_clock_standing_at_it() {
        alarm("late", ofSeconds(3));
        alarm("early", ofSeconds(1));
        alarm("early too", ofSeconds(1));

        clock.advance(ofSeconds(2));
        assertThat(rung).containsExactly("early@1", "early too@1");
        assertThat(clock.untilNextAlarm()).contains(ofSeconds(1));

        clock.advance(ofSeconds(2));
        assertThat(rung).last().isEqualTo("late@3");
        assertThat(clock.nanos()).isEqualTo(ofSeconds(4).toNanos());
    }

    @Test
    void an_alarm_set_by_an_alarm_goes_off_in_the_same_move_if_its_time_comes() {
        clock.after(ofSeconds(1), () -> alarm("second", ofSeconds(1)));

        clock.advance(ofSeconds(2));

        assertThat(rung).containsExactly("second@2");
    }

    @Test
    void a_cancelled_alarm_stays_silent() {
        alarm("never", ofSeconds(1)).cancel();

        clock.advance(ofSeconds(5));

        assertThat(rung).isEmpty();
        assertThat(clock.advanceToNextAlarm()).isFalse();
    }

    @Test
    void the_instant_moves_with_the_clock() {
        var before = clock.instant();

        clock.advance(ofSeconds(90));

        assertThat(Duration.between(before, clock.instant())).isEqualTo(ofSeconds(90));
    }

    @Test
    void waiting_for_alarms_that_nobody_sets_fails_and_says_how_many_there_are() {
        alarm("one", ofSeconds(1));

        assertThatThrownBy(() -> clock.awaitAlarms(2, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("there are 1 alarms, not 2");
    }

    @Test
    void it_moves_on_in_steps_until_something_has_come_about() throws Exception {
        var clock = new ManualClock();
        var reached = new AtomicBoolean();
        clock.after(Duration.ofSeconds(10), () -> reached.set(true));

        clock.advanceUntil(reached::get);

        assertThat(Duration.ofNanos(clock.nanos())).isEqualTo(Duration.ofSeconds(10));
    }
}
