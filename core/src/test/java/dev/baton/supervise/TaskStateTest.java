package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TaskStateTest {

    @Test
    @Tag("R-001-55")
    void each_state_answers_to_exactly_one_question_and_shows_itself_in_lower_case() {
        for (TaskState state : TaskState.values()) {
            assertThat(state.isHealthy()).isEqualTo(state == TaskState.HEALTHY);
            assertThat(state.isRestarting()).isEqualTo(state == TaskState.FAILED);
            assertThat(state.hasCompleted()).isEqualTo(state == TaskState.COMPLETED);
            assertThat(state.isDead()).isEqualTo(state == TaskState.DEAD);
        }
        assertThat(TaskState.values())
                .extracting(TaskState::toString)
                .containsExactly("created", "healthy", "failed", "completed", "dead");
    }

    @Test
    void nothing_goes_back_to_created_and_every_state_can_be_left_for_a_run() {
        for (TaskState state : TaskState.values()) {
            assertThat(state.successors()).contains(TaskState.HEALTHY).doesNotContain(TaskState.CREATED);
        }
    }
}
