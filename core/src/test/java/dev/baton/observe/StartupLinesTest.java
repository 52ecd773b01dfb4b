package dev.baton.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartupLinesTest {

    private final List<String> lines = new ArrayList<>();
    private final StartupLines listener = new StartupLines(lines::add);

    @Test
    void a_start_is_a_line_for_each_step_that_begins_and_ends_and_one_for_the_whole() {
        listener.on(new Event.StartupStepStarted(1, 1, 0, "view replay"));
        listener.on(new Event.StartupStepCompleted(1, 1, Duration.ofMillis(1_250)));
        listener.on(new Event.StartupStepCompleted(2, 0, Duration.ZERO));
        listener.on(new Event.StartupStepStarted(3, 2, 1, "recovery of A, recovery of B"));
        listener.on(new Event.StartupStepCompleted(3, 2, Duration.ofMinutes(2)));
        listener.on(new Event.BatonClosed()); // none of its business
        listener.on(new Event.StartupCompleted(3, Duration.ofMinutes(3)));

        assertThat(lines)
                .containsExactly(
                        "step 1: view replay",
                        "step 1: done, 1.3 s",
                        "step 2: nothing to do, 0.0 s",
                        "step 3: recovery of A, recovery of B, 2 jobs, 1 left behind by an earlier start",
                        "step 3: done, 120.0 s",
                        "start-up completed, 3 steps, 180.0 s");
    }

    @Test
    void what_a_label_or_an_error_says_cannot_move_the_cursor_or_make_lines_of_its_own() {
        listener.on(new Event.StartupStepStarted(1, 1, 0, "\u001b[2Jgone\nstep 9: done"));
        listener.on(new Event.StartupFailed(1, "STARTUP_FAILED", "x".repeat(10_000)));

        assertThat(lines.get(0)).isEqualTo("step 1: \\u001b[2Jgone\\u000astep 9: done");
        assertThat(lines.get(1))
                .startsWith("start-up failed at step 1: STARTUP_FAILED, xxx")
                .hasSizeLessThan(500);
    }
}
