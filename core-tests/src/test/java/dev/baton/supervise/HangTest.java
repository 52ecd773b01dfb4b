package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that make no progress. */
class HangTest {

    private static final Duration DEADLINE = ofSeconds(5);

    private static SupervisorBuilder supervisor(Scripted... scripts) {
        return Supervisor.builder()
                .checkEvery(ofMillis(200))
                .task(TaskSpec.of("feed", Rehearsal.inTurn(scripts)).hangAfter(DEADLINE));
    }

    @Test
    @Tag("R-001-39")
    void a_silent_run_is_reported_interrupted_and_restarted() {
        Rehearsal rehearsal = Rehearsal.of(supervisor(Scripted.forEver(), Scripted.returns()));

        rehearsal.advance(ofSeconds(6));

        assertThat(rehearsal.events(SupervisorEvent.TaskHung.class))
                .singleElement()
                .satisfies(hung -> assertThat(hung.silence()).isBetween(DEADLINE, DEADLINE.plus(ofMillis(400))));
        assertThat(rehearsal.state("feed")).isEqualTo(TaskState.FAILED);
        assertThat(rehearsal.status("feed").lastFailure().orElseThrow())
                .isInstanceOfSatisfying(
                        SupervisorException.class, e -> assertThat(e.code()).isEqualTo("TASK_HUNG"));
        assertThat(rehearsal.latestRun("feed").stopping()).isTrue();

        rehearsal.advance(ofSeconds(2));

        assertThat(rehearsal.state("feed")).isEqualTo(TaskState.COMPLETED);
        assertThat(rehearsal.status("feed").runs()).isEqualTo(2);
    }

    @Test
    void a_run_that_beats_is_left_alone() {
        Rehearsal rehearsal = Rehearsal.of(supervisor(Scripted.forEver()));

        for (int i = 0; i < 100; i++) {
            rehearsal.latestRun("feed").beat();
            rehearsal.advance(DEADLINE.minusSeconds(1));
        }

        assertThat(rehearsal.state("feed")).isEqualTo(TaskState.HEALTHY);
        assertThat(rehearsal.events(SupervisorEvent.TaskHung.class)).isEmpty();
    }

    @Test
    void without_a_deadline_silence_means_nothing() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("quiet", Scripted::forEver));

        assertThat(rehearsal.advance(Duration.ofDays(10)).state("quiet")).isEqualTo(TaskState.HEALTHY);
    }

    @Test
    void the_time_in_which_the_whole_process_stood_still_is_not_held_against_its_tasks() {
        var clock = new StandingStill();
        Supervision decisions = clock.supervise(supervisor(Scripted.forEver()));

        clock.standStillFor(ofSeconds(60));
        clock.runTheOneAlarm();

        assertThat(decisions.statuses().values()).extracting(TaskStatus::state).containsExactly(TaskState.HEALTHY);
    }

    @Test
    @Tag("R-001-56")
    void a_hung_run_that_ignores_its_interrupt_is_given_up_after_the_grace_and_replaced() {
        Rehearsal rehearsal = Rehearsal.of(
                supervisor(Scripted.forEver().deaf(), Scripted.returns()).stopGrace(ofSeconds(10)));

        rehearsal.advance(ofSeconds(6 + 2));
        assertThat(rehearsal.status("feed").runs())
                .as("its restart is due, but the old run is still there")
                .isEqualTo(1);

        rehearsal.advance(ofSeconds(10));
        assertThat(rehearsal.status("feed").runs()).isEqualTo(2);
        assertThat(rehearsal.status("feed").abandoned()).isEqualTo(1);
        assertThat(rehearsal.events(SupervisorEvent.RunAbandoned.class))
                .containsExactly(new SupervisorEvent.RunAbandoned("feed", 1, ofSeconds(10)));
    }

    @Test
    void a_task_whose_runs_keep_ignoring_their_interrupts_waits_after_the_third_until_one_has_ended() {
        Scripted deaf = Scripted.returnsAfter(ofSeconds(1000)).deaf();
        Rehearsal rehearsal = Rehearsal.of(supervisor(deaf, deaf, deaf, Scripted.returns())
                .restart(RestartPolicy.defaults().unlimited())
                .stopGrace(ofSeconds(1)));

        rehearsal.advance(Duration.ofMinutes(15));

        assertThat(rehearsal.events).contains(new SupervisorEvent.TaskStuck("feed", 3));
        assertThat(rehearsal.mostAlive("feed"))
                .as("the threads lost to it are bounded")
                .isEqualTo(3);
        assertThat(rehearsal.status("feed").runs()).isEqualTo(3);
        assertThat(rehearsal.state("feed")).as("another run is still due").isEqualTo(TaskState.FAILED);

        rehearsal.advance(ofSeconds(100));
        assertThat(rehearsal.state("feed")).as("the first of them has ended").isEqualTo(TaskState.COMPLETED);
        assertThat(rehearsal.status("feed").runs()).isEqualTo(4);
    }

    @Test
    void a_healthy_task_that_gets_stuck_by_a_restart_is_failed_and_can_be_killed() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .stopGrace(ofSeconds(1))
                .task("deaf", () -> Scripted.forEver().deaf()));
        for (int i = 0; i < 3; i++) {
            rehearsal.restart("deaf");
            rehearsal.advance(ofSeconds(1));
        }
        assertThat(rehearsal.state("deaf")).isEqualTo(TaskState.FAILED);

        assertThat(rehearsal.kill("deaf")).isTrue();

        assertThat(rehearsal.state("deaf")).isEqualTo(TaskState.DEAD);
    }

    @Test
    void a_fresh_run_is_not_blamed_for_the_time_before_it_began() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().checkEvery(ofSeconds(60)));
        rehearsal.advance(ofSeconds(59));

        rehearsal.decisions.add(TaskSpec.of("fresh", Scripted::forEver).hangAfter(ofSeconds(30)));
        rehearsal.advance(ofSeconds(1));

        assertThat(rehearsal.state("fresh")).as("one second old").isEqualTo(TaskState.HEALTHY);
        assertThat(rehearsal.advance(ofSeconds(60)).state("fresh")).isEqualTo(TaskState.FAILED);
    }

    @Test
    @Tag("R-001-40")
    void the_first_health_check_comes_at_once() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .checkEvery(ofSeconds(60))
                .task(TaskSpec.of("silent", Scripted::forEver).hangAfter(ofSeconds(59))));

        rehearsal.advance(ofSeconds(60));

        assertThat(rehearsal.events(SupervisorEvent.TaskHung.class))
                .as("first seen at 0 s, or it would take until 120 s")
                .hasSize(1);
    }

    @Test
    void silence_is_not_stability_so_a_task_that_always_hangs_uses_up_its_restarts() {
        Rehearsal rehearsal = Rehearsal.of(supervisor(Scripted.forEver())
                .restart(RestartPolicy.defaults().limit(2).stableAfter(ofSeconds(1))));

        rehearsal.advance(Duration.ofMinutes(10));

        assertThat(rehearsal.state("feed")).isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.status("feed").runs()).isEqualTo(3);
    }
}
