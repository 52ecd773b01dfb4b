package dev.baton.supervise;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a failed task runs again. */
class RestartTest {

    private static SupervisorBuilder crashing(RestartPolicy policy) {
        return Supervisor.builder().restart(policy).task("crashing", Scripted::crashes);
    }

    @Test
    @Tag("R-000-06")
    @Tag("R-001-24")
    @Tag("R-001-29")
    @Tag("R-001-30")
    void a_monitor_waits_10_20_40_80_and_then_160_seconds_for_ever() {
        var monitor = RestartPolicy.defaults().unlimited().baseDelay(ofSeconds(5));

        Rehearsal rehearsal = Rehearsal.of(crashing(monitor)).advance(ofSeconds(10 + 20 + 40 + 80 + 160 + 160));

        assertThat(rehearsal.delays())
                .startsWith(ofSeconds(10), ofSeconds(20), ofSeconds(40), ofSeconds(80), ofSeconds(160), ofSeconds(160));
        assertThat(rehearsal.status("crashing").runs()).isEqualTo(7);
        assertThat(rehearsal.advance(ofHours(10)).state("crashing")).isNotEqualTo(TaskState.DEAD);
    }

    @Test
    @Tag("R-001-23")
    void by_default_a_task_restarts_five_times_after_2_4_8_16_and_32_seconds_and_is_then_dead() {
        Rehearsal rehearsal = Rehearsal.of(crashing(RestartPolicy.defaults())).advance(ofHours(1));

        assertThat(rehearsal.delays())
                .containsExactly(ofSeconds(2), ofSeconds(4), ofSeconds(8), ofSeconds(16), ofSeconds(32));
        assertThat(rehearsal.status("crashing").runs()).isEqualTo(6);
        assertThat(rehearsal.state("crashing")).isEqualTo(TaskState.DEAD);
    }

    @Test
    @Tag("R-001-23")
    void by_default_health_is_checked_every_200_ms_and_no_share_of_dead_tasks_ends_the_supervisor() {
        SupervisorSettings defaults = Supervisor.builder().settings();

        assertThat(defaults.checkEvery()).isEqualTo(ofMillis(200));
        assertThat(defaults.deadThreshold()).isEmpty();
    }

    @Test
    void a_restart_happens_when_its_delay_is_over_and_not_a_nanosecond_earlier() {
        Rehearsal rehearsal = Rehearsal.of(crashing(RestartPolicy.defaults()));

        assertThat(rehearsal
                        .advance(ofSeconds(2).minusNanos(1))
                        .status("crashing")
                        .runs())
                .isEqualTo(1);
        assertThat(rehearsal.advance(Duration.ofNanos(1)).status("crashing").runs())
                .isEqualTo(2);
    }

    @Test
    @Tag("R-001-32")
    void an_exponent_cap_of_zero_keeps_the_delay_constant() {
        var policy = RestartPolicy.defaults().baseDelay(ofSeconds(3)).exponentCap(0);

        Rehearsal rehearsal = Rehearsal.of(crashing(policy)).advance(ofHours(1));

        assertThat(rehearsal.delays()).hasSize(5).containsOnly(ofSeconds(3));
    }

    @Test
    @Tag("R-001-33")
    void a_limit_of_n_restarts_means_n_plus_one_runs() {
        for (int limit : List.of(0, 1, 3)) {
            var policy = RestartPolicy.defaults().limit(limit);

            Rehearsal rehearsal = Rehearsal.of(crashing(policy)).advance(ofHours(1));

            assertThat(rehearsal.status("crashing").runs()).isEqualTo(limit + 1);
            assertThat(rehearsal.events(SupervisorEvent.TaskDied.class))
                    .containsExactly(
                            new SupervisorEvent.TaskDied("crashing", limit + 1, SupervisorEvent.Death.EXHAUSTED));
        }
    }

    @Test
    @Tag("R-001-34")
    @Tag("R-001-35")
    void a_run_that_stays_healthy_for_longer_than_the_threshold_clears_the_count() {
        var policy = RestartPolicy.defaults().stableAfter(ofSeconds(80));
        var scripts = Rehearsal.inTurn(Scripted.crashes(), Scripted.crashes(), Scripted.crashesAfter(ofSeconds(100)));
        Rehearsal rehearsal =
                Rehearsal.of(Supervisor.builder().restart(policy).task("flaky", scripts)); // restarts after 2 s and 4 s

        rehearsal.advance(ofSeconds(2 + 4 + 80));
        assertThat(rehearsal.status("flaky").restarts())
                .as("after exactly 80 s by the health clock: it has to be longer")
                .isEqualTo(2);

        rehearsal.advance(ofMillis(400));
        assertThat(rehearsal.status("flaky").restarts()).isZero();

        rehearsal.advance(ofSeconds(20));
        assertThat(rehearsal.delays()).last().as("the count began anew").isEqualTo(ofSeconds(2));
    }

    @Test
    @Tag("R-001-35")
    @Tag("R-000-09")
    void the_health_clock_starts_and_is_read_only_at_health_checks() {
        var policy = RestartPolicy.defaults().stableAfter(ofSeconds(80));
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .restart(policy)
                .checkEvery(ofSeconds(60))
                .task("flaky", Rehearsal.inTurn(Scripted.crashes(), Scripted.forEver()))); // healthy from 2 s on

        rehearsal.advance(ofSeconds(179));
        assertThat(rehearsal.status("flaky").restarts())
                .as("first seen at 60 s, 60 s healthy at 120 s")
                .isEqualTo(1);

        rehearsal.advance(ofSeconds(1));
        assertThat(rehearsal.status("flaky").restarts())
                .as("120 s healthy at 180 s")
                .isZero();
    }

    @Test
    void a_run_that_fails_before_it_is_stable_does_not_clear_the_count() {
        var policy = RestartPolicy.defaults().limit(2).stableAfter(ofSeconds(80));
        var task = Rehearsal.inTurn(Scripted.crashesAfter(ofSeconds(79)));

        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().restart(policy).task("flaky", task));

        assertThat(rehearsal.advance(ofHours(1)).state("flaky")).isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.events(SupervisorEvent.TaskStable.class)).isEmpty();
    }

    @Test
    @Tag("R-001-27")
    void options_hold_for_every_task_whatever_the_order_of_the_calls() {
        var policy = RestartPolicy.defaults().baseDelay(ofSeconds(7)).limit(1);
        var tasksFirst = Supervisor.builder()
                .task("a", Scripted::crashes)
                .restart(policy)
                .task("b", Scripted::crashes);

        Rehearsal rehearsal = Rehearsal.of(tasksFirst).advance(ofHours(1));

        assertThat(rehearsal.delays()).containsExactly(ofSeconds(14), ofSeconds(14));
        assertThat(Rehearsal.statesOf(rehearsal.decisions.statuses()).values()).containsOnly(TaskState.DEAD);
    }

    @Test
    void a_task_with_a_policy_of_its_own_follows_that_one() {
        var own =
                RestartPolicy.defaults().baseDelay(ofSeconds(1)).exponentCap(0).limit(1);
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .task(TaskSpec.of("own", Scripted::crashes).restart(own))
                .restart(RestartPolicy.defaults().limit(0)));

        assertThat(rehearsal.advance(ofHours(1)).status("own").runs()).isEqualTo(2);
    }

    @Test
    @Tag("R-001-36")
    void a_task_that_returned_is_complete_and_never_restarts_by_itself() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("done", Scripted::returns));

        assertThat(rehearsal.advance(ofHours(100)).state("done")).isEqualTo(TaskState.COMPLETED);
        assertThat(rehearsal.status("done").runs()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-36")
    void a_task_that_must_not_exit_restarts_when_it_returns() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .task(TaskSpec.of("monitor", Scripted::returns).mustNotExit())
                .restart(RestartPolicy.defaults().limit(1)));

        assertThat(rehearsal.state("monitor")).isEqualTo(TaskState.FAILED);
        assertThat(rehearsal.advance(ofHours(1)).status("monitor").runs()).isEqualTo(2);
        assertThat(rehearsal.status("monitor").lastFailure().orElseThrow())
                .isInstanceOfSatisfying(
                        SupervisorException.class, e -> assertThat(e.code()).isEqualTo("TASK_EXITED"));
    }

    @Test
    void ten_thousand_restarts_of_a_hundred_tasks_follow_the_formula_to_the_letter() {
        SupervisorBuilder builder = Supervisor.builder()
                .checkEvery(ofSeconds(60))
                .restart(RestartPolicy.defaults().unlimited().baseDelay(ofSeconds(5)));
        for (int i = 0; i < 100; i++) {
            builder.task("monitor-" + i, Scripted::crashes);
        }
        int restartsOfEach = 100;
        Duration until = ofSeconds(10 + 20 + 40 + 80).plus(ofSeconds(160).multipliedBy(restartsOfEach - 4));

        Rehearsal rehearsal = Rehearsal.of(builder).advance(until);

        assertThat(rehearsal.decisions.statuses().values())
                .hasSize(100)
                .allSatisfy(status -> assertThat(status.runs()).isEqualTo(1 + restartsOfEach));
        assertThat(rehearsal.events(SupervisorEvent.RestartScheduled.class))
                .allSatisfy(e ->
                        assertThat(e.delay()).isEqualTo(ofSeconds(5).multipliedBy(1L << Math.min(e.restart(), 5))));
        assertThat(Stream.iterate(0, i -> i + 1).limit(100).map(i -> rehearsal.mostAlive("monitor-" + i)))
                .containsOnly(1);
    }
}
