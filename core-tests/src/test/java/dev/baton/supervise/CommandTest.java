package dev.baton.supervise;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What people ask of a supervisor while it runs. */
class CommandTest {

    @Test
    @Tag("R-001-41")
    @Tag("R-001-48")
    void a_killed_task_does_not_come_back_by_the_restart_it_was_waiting_for() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("crashing", Scripted::crashes));
        assertThat(rehearsal.state("crashing")).isEqualTo(TaskState.FAILED);

        assertThat(rehearsal.kill("crashing")).isTrue();

        assertThat(rehearsal.advance(ofDays(1)).state("crashing")).isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.status("crashing").runs()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-41")
    void a_restart_by_hand_takes_the_place_of_the_one_that_was_pending() {
        var scripts = Rehearsal.inTurn(Scripted.crashes(), Scripted.forEver());
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("flaky", scripts));

        rehearsal.advance(ofSeconds(1));
        assertThat(rehearsal.restart("flaky")).isTrue();

        assertThat(rehearsal.state("flaky")).isEqualTo(TaskState.HEALTHY);
        assertThat(rehearsal.advance(ofHours(1)).status("flaky").runs()).isEqualTo(2);
    }

    @Test
    @Tag("R-001-41")
    void the_result_of_an_older_run_changes_nothing() {
        var scripts = Rehearsal.inTurn(Scripted.crashesAfter(ofSeconds(60)).deaf(), Scripted.forEver());
        Rehearsal rehearsal =
                Rehearsal.of(Supervisor.builder().stopGrace(ofSeconds(10)).task("slow", scripts));

        rehearsal.restart("slow");
        rehearsal.advance(ofSeconds(10));
        assertThat(rehearsal.status("slow").runs()).as("given up, replaced").isEqualTo(2);
        rehearsal.advance(ofSeconds(50));

        assertThat(rehearsal.events(SupervisorEvent.LateResultIgnored.class))
                .containsExactly(new SupervisorEvent.LateResultIgnored("slow", 1));
        assertThat(rehearsal.status("slow"))
                .isEqualTo(new TaskStatus("slow", TaskState.HEALTHY, 2, 0, 0, Optional.empty()));
    }

    @Test
    @Tag("R-001-41")
    void a_task_that_returned_just_before_a_health_check_is_not_run_again() {
        var task = Rehearsal.inTurn(Scripted.returnsAfter(ofSeconds(60)));
        Rehearsal rehearsal =
                Rehearsal.of(Supervisor.builder().checkEvery(ofSeconds(60)).task("short", task));

        assertThat(rehearsal.advance(ofHours(1)).state("short")).isEqualTo(TaskState.COMPLETED);
        assertThat(rehearsal.status("short").runs()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-45")
    @Tag("R-001-28")
    void a_task_can_be_added_to_a_supervisor_that_began_with_none_and_starts_at_once() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().restart(RestartPolicy.defaults().limit(0)));

        assertThat(rehearsal.add("late", Scripted::crashes)).isTrue();

        assertThat(rehearsal.state("late"))
                .as("by the supervisor's own settings")
                .isEqualTo(TaskState.DEAD);
    }

    @Test
    @Tag("R-001-45")
    @Tag("R-000-10")
    void a_name_is_taken_whatever_became_of_its_task() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .restart(RestartPolicy.defaults().limit(0))
                .task("receipt-monitor-A", Scripted::forEver)
                .task("dead", Scripted::crashes)
                .task("done", Scripted::returns));

        for (String name : rehearsal.decisions.statuses().keySet()) {
            TaskStatus before = rehearsal.status(name);
            assertThat(rehearsal.add(name, Scripted::forEver)).isFalse();
            assertThat(rehearsal.status(name)).isEqualTo(before);
        }
        assertThat(rehearsal.events(SupervisorEvent.CommandIgnored.class)).hasSize(3);
        assertThat(rehearsal.add("receipt-monitor-B", Scripted::forEver)).isTrue();
    }

    @Test
    void a_removed_task_is_stopped_and_forgotten_and_another_may_have_its_name() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .task("receipt-monitor-A", Scripted::forEver)
                .task("crashing", Scripted::crashes)
                .task("done", Scripted::returns));
        Run run = rehearsal.latestRun("receipt-monitor-A");

        for (String name : rehearsal.decisions.statuses().keySet()) {
            assertThat(rehearsal.remove(name)).isTrue();
            assertThat(rehearsal.remove(name)).as("it is gone").isFalse();
            assertThat(rehearsal.restart(name)).isFalse();
        }

        assertThat(run.stopping()).isTrue();
        assertThat(rehearsal.advance(ofDays(1)).decisions.statuses()).isEmpty();
        assertThat(rehearsal.events(SupervisorEvent.TaskRemoved.class)).hasSize(3);
        assertThat(rehearsal.add("receipt-monitor-A", Scripted::forEver)).isTrue();
        assertThat(rehearsal.status("receipt-monitor-A"))
                .isEqualTo(new TaskStatus("receipt-monitor-A", TaskState.HEALTHY, 1, 0, 0, Optional.empty()));
    }

    @Test
    void a_removed_task_keeps_its_name_until_its_last_run_has_ended() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .stopGrace(ofSeconds(10))
                .task("slow", () -> Scripted.crashesAfter(ofSeconds(60)).deaf()));

        assertThat(rehearsal.remove("slow")).isTrue();
        assertThat(rehearsal.state("slow")).isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.restart("slow")).isFalse();
        assertThat(rehearsal.advance(ofSeconds(30)).add("slow", Scripted::forEver))
                .as("its late end would be that of the other")
                .isFalse();

        assertThat(rehearsal.advance(ofSeconds(30)).decisions.statuses()).isEmpty();
        assertThat(rehearsal.add("slow", Scripted::forEver)).isTrue();
        assertThat(rehearsal.advance(ofHours(1)).status("slow").runs()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-26")
    void the_last_registration_of_a_name_wins() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().task("twice", Scripted::crashes).task("twice", Scripted::returns));

        assertThat(rehearsal.state("twice")).isEqualTo(TaskState.COMPLETED);
        assertThat(rehearsal.decisions.statuses()).hasSize(1);
    }

    @Test
    @Tag("R-001-46")
    void restarting_a_healthy_task_stops_its_run_before_a_fresh_one_starts() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("monitor", Scripted::forEver));
        Run first = rehearsal.latestRun("monitor");

        assertThat(rehearsal.restart("monitor")).isTrue();

        assertThat(first.stopping()).isTrue();
        assertThat(rehearsal.status("monitor").runs()).isEqualTo(2);
        assertThat(rehearsal.state("monitor")).isEqualTo(TaskState.HEALTHY);
        assertThat(rehearsal.mostAlive("monitor")).isEqualTo(1);
    }

    @Test
    @Tag("R-001-46")
    @Tag("R-001-47")
    void a_dead_task_can_be_revived_but_gets_no_new_restarts() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().restart(RestartPolicy.defaults().limit(1)).task("crashing", Scripted::crashes));
        rehearsal.advance(ofHours(1));
        assertThat(rehearsal.status("crashing").runs()).isEqualTo(2);

        assertThat(rehearsal.restart("crashing")).isTrue();

        assertThat(rehearsal.status("crashing").runs()).isEqualTo(3);
        assertThat(rehearsal.state("crashing"))
                .as("dead again at its first failure")
                .isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.status("crashing").restarts()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-46")
    void a_completed_task_can_be_run_again() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("once", Scripted::returns));

        rehearsal.restart("once");

        assertThat(rehearsal.status("once").runs()).isEqualTo(2);
        assertThat(rehearsal.state("once")).isEqualTo(TaskState.COMPLETED);
    }

    @Test
    @Tag("R-001-46")
    @Tag("R-001-35")
    void a_restart_by_hand_resets_the_health_clock_and_keeps_the_count() {
        var scripts = Rehearsal.inTurn(Scripted.crashes(), Scripted.forEver());
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("flaky", scripts));
        rehearsal.advance(ofSeconds(2 + 79));

        rehearsal.restart("flaky");
        rehearsal.advance(ofSeconds(79));
        assertThat(rehearsal.status("flaky").restarts()).isEqualTo(1);

        rehearsal.advance(ofSeconds(2));
        assertThat(rehearsal.status("flaky").restarts()).isZero();
    }

    @Test
    @Tag("R-001-48")
    void killing_stops_a_task_in_any_state_and_is_a_no_op_on_a_dead_one() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().task("monitor", Scripted::forEver).task("once", Scripted::returns));

        assertThat(rehearsal.kill("monitor")).isTrue();
        assertThat(rehearsal.kill("once")).as("a completed one too").isTrue();
        assertThat(rehearsal.kill("monitor")).isFalse();

        assertThat(Rehearsal.statesOf(rehearsal.decisions.statuses()).values()).containsOnly(TaskState.DEAD);
        assertThat(rehearsal.latestRun("monitor").stopping()).isTrue();
        assertThat(rehearsal.events(SupervisorEvent.TaskDied.class)).hasSize(2);
    }

    @Test
    void a_kill_beats_a_restart_that_still_waits_for_the_old_run() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().task("slow", () -> Scripted.forEver().deaf()));

        rehearsal.restart("slow");
        assertThat(rehearsal.kill("slow")).isTrue();

        assertThat(rehearsal.advance(ofDays(1)).state("slow")).isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.status("slow").runs()).isEqualTo(1);
    }

    @Test
    void a_dead_task_asked_to_restart_while_its_run_is_leaving_can_still_be_killed() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().task("slow", () -> Scripted.forEver().deaf()));
        rehearsal.kill("slow");

        assertThat(rehearsal.restart("slow")).isTrue();
        assertThat(rehearsal.kill("slow")).as("there was a start to call off").isTrue();

        assertThat(rehearsal.advance(ofDays(1)).status("slow").runs()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-46")
    @Tag("R-001-48")
    void commands_for_a_name_nobody_knows_do_nothing_and_say_so() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("a", Scripted::forEver));
        var before = rehearsal.decisions.statuses();

        assertThat(rehearsal.restart("nobody")).isFalse();
        assertThat(rehearsal.kill("nobody")).isFalse();

        assertThat(rehearsal.decisions.statuses()).isEqualTo(before);
        assertThat(rehearsal.events(SupervisorEvent.CommandIgnored.class))
                .extracting(SupervisorEvent.CommandIgnored::command)
                .containsExactly("restart", "kill");
    }

    @Test
    @Tag("R-001-44")
    void commands_to_a_supervisor_that_is_ending_are_refused() {
        Rehearsal rehearsal = Rehearsal.of(
                Supervisor.builder().task("slow", () -> Scripted.forEver().deaf()));
        rehearsal.decisions.shutdown();

        assertThatThrownBy(() -> rehearsal.restart("slow")).isInstanceOf(SupervisorEndedException.class);
        assertThatThrownBy(() -> rehearsal.kill("slow")).isInstanceOf(SupervisorEndedException.class);
        assertThatThrownBy(() -> rehearsal.add("new", Scripted::forEver))
                .isInstanceOfSatisfying(
                        SupervisorEndedException.class,
                        e -> assertThat(e.code()).isEqualTo("SUPERVISOR_ENDED"));
        assertThat(rehearsal.decisions.statuses()).containsOnlyKeys("slow");
    }
}
