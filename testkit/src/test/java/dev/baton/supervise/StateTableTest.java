package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state met with everything that can happen to it. */
class StateTableTest {

    private static final String TASK = "task";

    private enum Given {
        HEALTHY(TaskState.HEALTHY, Scripted.returnsAfter(ofSeconds(1000))),
        FAILED(TaskState.FAILED, Scripted.crashes(), Scripted.returnsAfter(ofSeconds(1000))),
        COMPLETED(TaskState.COMPLETED, Scripted.returns(), Scripted.returnsAfter(ofSeconds(1000))),
        DEAD(TaskState.DEAD, Scripted.crashes(), Scripted.crashes(), Scripted.returnsAfter(ofSeconds(1000)));

        private final TaskState state;
        private final Scripted[] scripts;

        Given(TaskState state, Scripted... scripts) {
            this.state = state;
            this.scripts = scripts;
        }

        Rehearsal arrange() {
            Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                    .restart(RestartPolicy.defaults().limit(1))
                    .task(TASK, Rehearsal.inTurn(scripts)));
            if (this == DEAD) {
                rehearsal.advance(ofSeconds(2));
            }
            assertThat(rehearsal.state(TASK)).isEqualTo(state);
            return rehearsal;
        }
    }

    private enum When {
        RESTART(rehearsal -> rehearsal.decisions.restart(TASK)),
        KILL(rehearsal -> rehearsal.decisions.kill(TASK)),
        SHUTDOWN(rehearsal -> rehearsal.decisions.shutdown()),
        OLD_RESULT(rehearsal -> rehearsal.decisions.ended(TASK, 99, Scripted.CRASH)),
        HEALTH_CHECK(rehearsal -> rehearsal.advance(ofMillis(200))),
        DELAY_OVER(rehearsal -> rehearsal.advance(ofSeconds(2))),
        RUN_RETURNS(rehearsal ->
                rehearsal.decisions.ended(TASK, rehearsal.status(TASK).runs(), null)),
        RUN_THROWS(rehearsal ->
                rehearsal.decisions.ended(TASK, rehearsal.status(TASK).runs(), Scripted.CRASH));

        private final Consumer<Rehearsal> happening;

        When(Consumer<Rehearsal> happening) {
            this.happening = happening;
        }
    }

    static Stream<Arguments> table() {
        return Stream.of(
                row(Given.HEALTHY, When.RESTART, TaskState.HEALTHY),
                row(Given.HEALTHY, When.KILL, TaskState.DEAD),
                row(Given.HEALTHY, When.SHUTDOWN, TaskState.DEAD),
                row(Given.HEALTHY, When.OLD_RESULT, TaskState.HEALTHY),
                row(Given.HEALTHY, When.HEALTH_CHECK, TaskState.HEALTHY),
                row(Given.HEALTHY, When.DELAY_OVER, TaskState.HEALTHY),
                row(Given.HEALTHY, When.RUN_RETURNS, TaskState.COMPLETED),
                row(Given.HEALTHY, When.RUN_THROWS, TaskState.FAILED),
                row(Given.FAILED, When.RESTART, TaskState.HEALTHY),
                row(Given.FAILED, When.KILL, TaskState.DEAD),
                row(Given.FAILED, When.SHUTDOWN, TaskState.DEAD),
                row(Given.FAILED, When.OLD_RESULT, TaskState.FAILED),
                row(Given.FAILED, When.HEALTH_CHECK, TaskState.FAILED),
                row(Given.FAILED, When.DELAY_OVER, TaskState.HEALTHY),
                row(Given.FAILED, When.RUN_RETURNS, TaskState.FAILED),
                row(Given.FAILED, When.RUN_THROWS, TaskState.FAILED),
                row(Given.COMPLETED, When.RESTART, TaskState.HEALTHY),
                row(Given.COMPLETED, When.KILL, TaskState.DEAD),
                row(Given.COMPLETED, When.SHUTDOWN, TaskState.COMPLETED),
                row(Given.COMPLETED, When.OLD_RESULT, TaskState.COMPLETED),
                row(Given.COMPLETED, When.HEALTH_CHECK, TaskState.COMPLETED),
                row(Given.COMPLETED, When.DELAY_OVER, TaskState.COMPLETED),
                row(Given.COMPLETED, When.RUN_RETURNS, TaskState.COMPLETED),
                row(Given.COMPLETED, When.RUN_THROWS, TaskState.COMPLETED),
                row(Given.DEAD, When.RESTART, TaskState.HEALTHY),
                row(Given.DEAD, When.KILL, TaskState.DEAD),
                row(Given.DEAD, When.SHUTDOWN, TaskState.DEAD),
                row(Given.DEAD, When.OLD_RESULT, TaskState.DEAD),
                row(Given.DEAD, When.HEALTH_CHECK, TaskState.DEAD),
                row(Given.DEAD, When.DELAY_OVER, TaskState.DEAD),
                row(Given.DEAD, When.RUN_RETURNS, TaskState.DEAD),
                row(Given.DEAD, When.RUN_THROWS, TaskState.DEAD));
    }

    private static Arguments row(Given given, When when, TaskState then) {
        return Arguments.of(given, when, then);
    }

    @ParameterizedTest(name = "{0} + {1} = {2}")
    @MethodSource("table")
    @Tag("R-001-37")
    @Tag("R-001-41")
    @Tag("R-001-46")
    @Tag("R-001-48")
    @Tag("R-001-50")
    void every_state_answers_everything_that_can_happen_as_the_table_says(Given given, When when, TaskState then) {
        Rehearsal rehearsal = given.arrange();

        when.happening.accept(rehearsal);
        rehearsal.settle();

        assertThat(rehearsal.state(TASK)).isEqualTo(then);
        assertThat(rehearsal.mostAlive(TASK)).isEqualTo(1);
    }

    @Test
    void the_table_has_a_row_for_every_pair() {
        assertThat(table().map(row -> row.get()[0] + "+" + row.get()[1]).distinct())
                .hasSize(Given.values().length * When.values().length);
    }
}
