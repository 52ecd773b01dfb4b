package dev.baton.job;

import static dev.baton.job.JobState.Command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JobStateTest {

    @Test
    void only_pending_jobs_are_claimed_and_what_is_final_stays_so() {
        for (JobState state : JobState.values()) {
            boolean claimable = state == JobState.READY || state == JobState.RETRYING;
            assertThat(state.after(Command.CLAIM).isEmpty())
                    .as(state.toString())
                    .isEqualTo(!claimable);
            if (state.isFinal()) {
                for (Command command : Command.values()) {
                    assertThat(state.after(command)).as(state + " " + command).isSubsetOf(state);
                }
            }
        }
    }

    @Test
    void only_a_running_job_is_finished_released_or_recovered() {
        for (JobState state : JobState.values()) {
            for (Command command : Command.values()) {
                boolean ownersOrRecovery =
                        command.name().startsWith("FINISH") || command == Command.RELEASE || command == Command.RECOVER;
                if (ownersOrRecovery) {
                    assertThat(state.after(command).isEmpty())
                            .as(state + " " + command)
                            .isEqualTo(state != JobState.RUNNING);
                }
            }
        }
    }

    @Test
    void every_state_is_pending_running_parked_or_final() {
        for (JobState state : JobState.values()) {
            int kinds = (state.isPending() ? 1 : 0) + (state.isParked() ? 1 : 0) + (state.isFinal() ? 1 : 0);
            assertThat(kinds).as(state.toString()).isEqualTo(state == JobState.RUNNING ? 0 : 1);
        }
    }

    @Test
    @Tag("R-000-52")
    void the_states_are_a_closed_set_and_an_unknown_name_is_refused() {
        assertThat(JobState.values()).hasSize(9);
        assertThatThrownBy(() -> JobState.valueOf("LATEST")).isInstanceOf(IllegalArgumentException.class);
    }
}
