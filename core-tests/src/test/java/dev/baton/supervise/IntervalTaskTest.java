package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.ManualRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Periodic work: {@link Task#every}. */
class IntervalTaskTest {

    private static final Duration PERIOD = ofSeconds(15);

    private final List<Duration> ticks = new ArrayList<>();

    /** Ticks until the run has slept so often, and says when it ticked. */
    private List<Duration> ticksOf(IntervalTask task, ManualRun run) {
        assertThatThrownBy(() -> task.run(run)).isInstanceOf(InterruptedException.class);
        return ticks;
    }

    private IntervalTask every(Duration period, ManualRun run) {
        return Task.every(period, () -> ticks.add(run.elapsed()));
    }

    @Test
    @Tag("R-001-03")
    @Tag("R-001-04")
    void the_first_tick_comes_at_once_and_then_one_per_period() {
        ManualRun run = ManualRun.stoppedAfter(3);

        assertThat(ticksOf(every(PERIOD, run), run))
                .containsExactly(Duration.ZERO, PERIOD, PERIOD.multipliedBy(2), PERIOD.multipliedBy(3));
        assertThat(run.beats()).as("each tick is progress").isEqualTo(4);
    }

    @Test
    @Tag("R-001-04")
    void a_tick_that_takes_too_long_swallows_the_ticks_it_missed_and_the_rhythm_stays() {
        ManualRun run = ManualRun.stoppedAfter(2);
        IntervalTask task = Task.every(PERIOD, () -> {
            ticks.add(run.elapsed());
            run.spend(ticks.size() == 1 ? ofSeconds(40) : ofSeconds(1));
        });

        assertThat(ticksOf(task, run)).containsExactly(Duration.ZERO, ofSeconds(45), ofSeconds(60));
    }

    @Test
    void a_tick_that_takes_exactly_one_period_does_not_tick_twice_at_once() {
        ManualRun run = ManualRun.stoppedAfter(2);
        IntervalTask task = Task.every(PERIOD, () -> {
            ticks.add(run.elapsed());
            run.spend(PERIOD);
        });

        assertThat(ticksOf(task, run)).containsExactly(Duration.ZERO, ofSeconds(30), ofSeconds(60));
    }

    @Test
    @Tag("R-001-04")
    @Tag("R-000-07")
    void a_failing_tick_is_reported_and_the_loop_goes_on() {
        ManualRun run = ManualRun.stoppedAfter(2);
        var failure = new Exception("no connection");
        IntervalTask task = Task.every(PERIOD, () -> {
            ticks.add(run.elapsed());
            throw failure;
        });

        assertThat(ticksOf(task, run)).hasSize(3);
        assertThat(run.warnings()).hasSize(3).containsOnly(new ManualRun.Warning("tick failed", failure));
    }

    @Test
    @Tag("R-001-04")
    @Tag("R-000-07")
    void an_error_leaves_the_loop_for_the_supervisor_to_handle() {
        IntervalTask task = Task.every(PERIOD, () -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> task.run(ManualRun.stoppedAfter(5))).isInstanceOf(StackOverflowError.class);
    }

    @Test
    @Tag("R-001-05")
    void jitter_adds_up_to_its_bound_to_every_wait_and_never_takes_off() {
        ManualRun run = ManualRun.stoppedAfter(500);
        IntervalTask task = every(PERIOD, run).jitter(ofSeconds(5), new Random(42));

        ticksOf(task, run);

        assertThat(run.sleeps()).allSatisfy(wait -> assertThat(wait).isLessThan(PERIOD.plusSeconds(5)));
        for (int i = 0; i < ticks.size(); i++) {
            Duration late = ticks.get(i).minus(PERIOD.multipliedBy(i));
            assertThat(late).isBetween(Duration.ZERO, ofSeconds(5));
        }
        assertThat(ticks.stream().map(Duration::toNanosPart).distinct().count()).isGreaterThan(400);
    }

    @Test
    @Tag("R-001-03")
    @Tag("R-001-05")
    void an_order_poller_spaces_its_items_by_up_to_five_seconds_and_keeps_its_rhythm_of_fifteen() {
        ManualRun run = ManualRun.stoppedAfter(7);
        var random = new Random(7);
        Map<String, Duration> lastPolled = new HashMap<>();
        Task poller = Task.every(PERIOD, tick -> {
            ticks.add(tick.elapsed());
            for (String order : List.of("first", "second")) {
                lastPolled.put(order, tick.elapsed());
                tick.sleep(ofMillis(random.nextInt(5000)));
            }
        });

        assertThatThrownBy(() -> poller.run(run)).isInstanceOf(InterruptedException.class);

        assertThat(ticks).containsExactly(Duration.ZERO, ofSeconds(15), ofSeconds(30));
        assertThat(lastPolled.get("first")).isEqualTo(ofSeconds(30));
        assertThat(lastPolled.get("second")).isBetween(ofSeconds(30), ofSeconds(35));
    }

    @Test
    @Tag("R-001-05")
    void jitter_of_its_own_accord_stays_in_its_bounds_too() {
        ManualRun run = ManualRun.stoppedAfter(100);

        ticksOf(every(PERIOD, run).jitter(ofMillis(10)), run);

        assertThat(run.sleeps())
                .allSatisfy(wait -> assertThat(wait).isBetween(PERIOD.minusMillis(10), PERIOD.plusMillis(10)));
    }

    @Test
    void a_tick_interrupted_to_stop_the_run_ends_the_loop_without_a_warning() {
        ManualRun run = ManualRun.stoppedAfter(5);
        IntervalTask task = Task.every(PERIOD, () -> {
            run.stop();
            throw new IllegalStateException("closed by interrupt");
        });

        assertThatThrownBy(() -> task.run(run)).isInstanceOf(InterruptedException.class);
        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void an_interrupt_flag_that_a_tick_leaves_behind_does_not_end_the_loop() {
        ManualRun run = ManualRun.stoppedAfter(2);
        IntervalTask task = Task.every(PERIOD, () -> {
            ticks.add(run.elapsed());
            Thread.currentThread().interrupt();
            throw new IllegalStateException("restored the flag, as one does");
        });

        assertThat(ticksOf(task, run)).hasSize(3);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void a_tick_interrupted_for_reasons_of_its_own_is_a_failing_tick_like_any_other() {
        ManualRun run = ManualRun.stoppedAfter(1);
        IntervalTask task = Task.every(PERIOD, () -> {
            throw new InterruptedException("inner time-out");
        });

        ticksOf(task, run);

        assertThat(run.warnings()).hasSize(2);
    }

    @Test
    void a_period_that_is_not_positive_and_a_negative_jitter_are_refused() {
        assertThatThrownBy(() -> Task.every(Duration.ZERO, () -> {}))
                .isInstanceOf(SupervisorException.class)
                .hasMessageContaining("period must be positive");
        assertThatThrownBy(() -> Task.every(PERIOD, () -> {}).jitter(ofSeconds(-1)))
                .isInstanceOf(SupervisorException.class)
                .hasMessageContaining("jitter must not be negative");
        assertThatThrownBy(() -> Task.every(Duration.ofSeconds(Long.MAX_VALUE), () -> {}))
                .isInstanceOf(SupervisorException.class)
                .hasMessageContaining("nor longer than a century");
    }
}
