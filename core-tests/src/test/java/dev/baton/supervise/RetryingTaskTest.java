package dev.baton.supervise;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.ManualRun;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The inner loop of a monitor: {@link Task#retrying}. */
class RetryingTaskTest {

    @Test
    @Tag("R-000-07")
    @Tag("R-000-08")
    void a_monitor_waits_five_seconds_after_each_end_and_reads_its_settings_anew_in_each_cycle() {
        var address = new AtomicReference<>("0xA");
        List<String> connectedTo = new ArrayList<>();
        ManualRun run = ManualRun.stoppedAfter(2);
        Task monitor = Task.retrying(ofSeconds(5), cycle -> {
            connectedTo.add(address.get());
            address.set("0xB");
            throw new IOException("stream cut");
        });

        assertThatThrownBy(() -> monitor.run(run)).isInstanceOf(InterruptedException.class);

        assertThat(connectedTo).containsExactly("0xA", "0xB", "0xB");
        assertThat(run.sleeps()).containsExactly(ofSeconds(5), ofSeconds(5));
        assertThat(run.warnings()).extracting(ManualRun.Warning::what).containsOnly("cycle failed");
    }

    @Test
    @Tag("R-000-08")
    void a_stream_that_ends_is_an_error_and_is_opened_again() {
        ManualRun run = ManualRun.stoppedAfter(1);

        assertThatThrownBy(() -> Task.retrying(ofSeconds(5), cycle -> {}).run(run))
                .isInstanceOf(InterruptedException.class);

        assertThat(run.warnings())
                .hasSize(2)
                .allSatisfy(warning -> assertThat(((SupervisorException) warning.cause()).code())
                        .isEqualTo("CYCLE_ENDED"));
    }

    @Test
    @Tag("R-000-08")
    void a_bad_event_is_reported_and_the_stream_goes_on() {
        List<Integer> handled = new ArrayList<>();
        ManualRun run = ManualRun.stoppedAfter(0);
        Task monitor = Task.retrying(ofSeconds(5), cycle -> {
            for (String event : List.of("1", "x", "3")) {
                try {
                    handled.add(Integer.parseInt(event));
                } catch (NumberFormatException bad) {
                    cycle.warn("event skipped", bad);
                }
            }
        });

        assertThatThrownBy(() -> monitor.run(run)).isInstanceOf(InterruptedException.class);

        assertThat(handled).containsExactly(1, 3);
        assertThat(run.warnings()).extracting(ManualRun.Warning::what).containsExactly("event skipped", "cycle failed");
    }

    @Test
    @Tag("R-000-07")
    void an_error_reaches_the_supervisor() {
        Task monitor = Task.retrying(ofSeconds(5), cycle -> {
            throw new AssertionError("broken invariant");
        });

        assertThatThrownBy(() -> monitor.run(ManualRun.stoppedAfter(5))).isInstanceOf(AssertionError.class);
    }

    @Test
    void being_asked_to_stop_ends_the_loop_without_a_warning_however_the_cycle_ends() {
        ManualRun run = ManualRun.stoppedAfter(5);

        assertThatThrownBy(
                        () -> Task.retrying(ofSeconds(5), cycle -> run.stop()).run(run))
                .isInstanceOf(InterruptedException.class);
        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void a_pause_of_zero_which_would_make_a_failing_cycle_spin_is_refused() {
        assertThatThrownBy(() -> Task.retrying(Duration.ZERO, cycle -> {}))
                .isInstanceOf(SupervisorException.class)
                .hasMessageContaining("pause must be positive");
    }
}
