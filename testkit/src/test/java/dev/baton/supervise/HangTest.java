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
    void a_task_whose_runs_keep_ignoring_their_interrupts_is_dead_after_the_third() {
        Rehearsal rehearsal = Rehearsal.of(supervisor(Scripted.forEver().deaf())
                .restart(RestartPolicy.defaults().unlimited())
                .stopGrace(ofSeconds(1)));

        rehearsal.advance(Duration.ofHours(1));

        assertThat(rehearsal.events(SupervisorEvent.TaskDied.class))
                .containsExactly(new SupervisorEvent.TaskDied("feed", 3, SupervisorEvent.Death.STUCK));
        assertThat(rehearsal.mostAlive("feed"))
                .as("threads lost to it are bounded")
                .isEqualTo(3);
        assertThat(rehearsal.restart("feed"))
                .as("a fourth is refused, with an event")
                .isFalse();
        assertThat(rehearsal.events(SupervisorEvent.CommandIgnored.class)).hasSize(1);
    }
}
