package dev.baton.supervise;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a supervisor ends. */
class EndingTest {

    private static final RestartPolicy NO_RESTART = RestartPolicy.defaults().limit(0);

    @Test
    @Tag("R-001-50")
    void shutdown_stops_every_task_that_is_neither_complete_nor_dead_and_then_ends() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .task("healthy", Scripted::forEver)
                .task("failed", Scripted::crashes)
                .task("completed", Scripted::returns)
                .task("killed", Scripted::forEver));
        rehearsal.kill("killed");

        rehearsal.decisions.shutdown();
        rehearsal.settle();

        assertThat(Rehearsal.statesOf(rehearsal.decisions.statuses()))
                .isEqualTo(Map.of(
                        "healthy", TaskState.DEAD,
                        "failed", TaskState.DEAD,
                        "completed", TaskState.COMPLETED,
                        "killed", TaskState.DEAD));
        assertThat(rehearsal.decisions.ending()).isEqualTo(new Ending.ShutDown());
        assertThat(rehearsal.events).last().isEqualTo(new SupervisorEvent.SupervisorEnded());
        assertThat(rehearsal.clock.untilNextAlarm())
                .as("nothing is left to happen")
                .isEmpty();
    }

    @Test
    @Tag("R-001-56")
    void a_task_that_ignores_its_interrupt_delays_the_end_by_the_grace_and_the_others_not_at_all() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .stopGrace(ofSeconds(10))
                .task(
                        "deaf",
                        Rehearsal.inTurn(Scripted.crashesAfter(ofSeconds(60)).deaf()))
                .task("obedient", Scripted::forEver));

        rehearsal.decisions.shutdown();
        rehearsal.settle();
        assertThat(rehearsal.latestRun("obedient").stopping()).isTrue();
        assertThat(rehearsal.advance(ofSeconds(10).minusNanos(1)).decisions.ending())
                .isNull();

        rehearsal.advance(ofMillis(1));
        assertThat(rehearsal.decisions.ending()).isEqualTo(new Ending.ShutDown());

        int heard = rehearsal.events.size();
        rehearsal.advance(ofHours(1));
        assertThat(rehearsal.state("deaf"))
                .as("its late result changes nothing")
                .isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.events).as("nothing follows the end").hasSize(heard);
    }

    @Test
    @Tag("R-001-52")
    void a_supervisor_goes_on_when_all_its_tasks_have_completed() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().task("once", Scripted::returns));

        assertThat(rehearsal.advance(ofDays(1)).decisions.ending()).isNull();
        assertThat(rehearsal.add("another", Scripted::forEver)).isTrue();
    }

    @Test
    @Tag("R-001-54")
    void more_dead_tasks_than_the_threshold_allows_end_everything() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .restart(NO_RESTART)
                .deadThreshold(0.4)
                .task("dead", Scripted::crashes)
                .task("healthy", Scripted::forEver));

        rehearsal.advance(ofMillis(200));

        assertThat(rehearsal.decisions.ending()).isEqualTo(new Ending.TooManyDead(0.5, 0.4));
        assertThat(rehearsal.state("healthy")).isEqualTo(TaskState.DEAD);
        assertThat(rehearsal.events)
                .contains(
                        new SupervisorEvent.TooManyDead(0.5, 0.4),
                        new SupervisorEvent.TaskDied("healthy", 1, SupervisorEvent.Death.TOO_MANY_DEAD));
    }

    @Test
    @Tag("R-001-54")
    void exactly_the_threshold_is_still_allowed() {
        for (double threshold : List.of(0.5, 0.6)) {
            Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                    .restart(NO_RESTART)
                    .deadThreshold(threshold)
                    .task("dead", Scripted::crashes)
                    .task("healthy", Scripted::forEver));

            assertThat(rehearsal.advance(ofHours(1)).decisions.ending()).isNull();
        }
    }

    @Test
    @Tag("R-001-54")
    void completed_tasks_count_in_the_total_and_killed_ones_as_dead() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .deadThreshold(0.3)
                .task("a", Scripted::returns)
                .task("b", Scripted::returns)
                .task("c", Scripted::forEver));
        assertThat(rehearsal.advance(ofHours(1)).decisions.ending()).isNull();

        rehearsal.kill("c");
        rehearsal.advance(ofMillis(200));

        assertThat(rehearsal.decisions.ending()).isEqualTo(new Ending.TooManyDead(1.0 / 3, 0.3));
        assertThat(rehearsal.state("a")).as("what is complete stays complete").isEqualTo(TaskState.COMPLETED);
    }

    @Test
    @Tag("R-001-25")
    @Tag("R-001-54")
    void a_threshold_is_moved_into_its_range_where_zero_trips_at_the_first_death_and_one_never() {
        for (double never : List.of(1.0, 7.5)) {
            Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                    .restart(NO_RESTART)
                    .deadThreshold(never)
                    .task("dead", Scripted::crashes));
            assertThat(rehearsal.advance(ofHours(1)).decisions.ending()).isNull();
        }
        for (double first : List.of(0.0, -3.0)) {
            Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                    .restart(NO_RESTART)
                    .deadThreshold(first)
                    .task("dead", Scripted::crashes)
                    .task("healthy", Scripted::forEver));
            assertThat(rehearsal.advance(ofMillis(200)).decisions.ending()).isEqualTo(new Ending.TooManyDead(0.5, 0));
        }
    }

    @Test
    @Tag("R-001-54")
    void without_tasks_there_is_nothing_to_be_too_many_of() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder().deadThreshold(0));

        assertThat(rehearsal.advance(ofHours(1)).decisions.ending()).isNull();
    }

    @Test
    void the_first_reason_to_end_is_the_one_that_counts() {
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .deadThreshold(0)
                .task("deaf", () -> Scripted.forEver().deaf()));
        rehearsal.decisions.shutdown();
        rehearsal.advance(ofSeconds(1));
        rehearsal.decisions.shutdown();

        assertThat(rehearsal.advance(ofSeconds(10)).decisions.ending()).isEqualTo(new Ending.ShutDown());
        assertThat(rehearsal.events(SupervisorEvent.SupervisorEnded.class)).hasSize(1);
    }
}
