package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state met with everything that can happen to it. */
class StateTableTest {

    private static final String TASK = "task";

    enum Given {
        HEALTHY,
        FAILED,
        COMPLETED,
        DEAD;

        Rehearsal arrange() {
            Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                    .restart(RestartPolicy.defaults().limit(1))
                    .task(TASK, script()));
            if (this == DEAD) {
                rehearsal.advance(ofSeconds(2));
            }
            assertThat(rehearsal.state(TASK)).hasToString(name().toLowerCase(Locale.ROOT));
            return rehearsal;
        }

        private Supplier<Scripted> script() {
            Scripted busy = Scripted.returnsAfter(ofSeconds(1000));
            return switch (this) {
                case HEALTHY -> Rehearsal.inTurn(busy);
                case FAILED -> Rehearsal.inTurn(Scripted.crashes(), busy);
                case COMPLETED -> Rehearsal.inTurn(Scripted.returns(), busy);
                case DEAD -> Rehearsal.inTurn(Scripted.crashes(), Scripted.crashes(), busy);
            };
        }
    }

    enum When {
        RESTART,
        KILL,
        SHUTDOWN,
        OLD_RESULT,
        HEALTH_CHECK,
        DELAY_OVER,
        RUN_RETURNS,
        RUN_THROWS;

        void happensTo(Rehearsal rehearsal) {
            long run = rehearsal.status(TASK).runs();
            switch (this) {
                case RESTART -> rehearsal.restart(TASK);
                case KILL -> rehearsal.kill(TASK);
                case SHUTDOWN -> rehearsal.decisions.shutdown();
                case OLD_RESULT -> rehearsal.decisions.ended(TASK, run + 99, Scripted.crash());
                case HEALTH_CHECK -> rehearsal.advance(ofMillis(200));
                case DELAY_OVER -> rehearsal.advance(ofSeconds(2));
                case RUN_RETURNS -> rehearsal.decisions.ended(TASK, run, null);
                case RUN_THROWS -> rehearsal.decisions.ended(TASK, run, Scripted.crash());
            }
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

        when.happensTo(rehearsal);
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
