package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Finished;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What operators ask. */
abstract class CommandContract {

    abstract StoreUnderTest it();

    static Stream<Arguments> everyStateAndAct() {
        return Arrays.stream(JobState.values())
                .flatMap(state -> Arrays.stream(Act.values()).map(act -> Arguments.of(state, act)));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("everyStateAndAct")
    void every_command_on_every_state_does_what_the_table_says_or_nothing(JobState state, Act act) {
        JobId job = act == Act.SKIP ? it().arrangeIn("a lane", state) : it().arrange(state);
        JobView before = it().find(job);
        List<AttemptView> attempts = it().store.attempts(job);

        CommandResult result = it().command(job, act);

        if (state.after(act.command()).isEmpty()) {
            assertThat(result).isEqualTo(new CommandResult.WrongState(state));
            assertThat(it().find(job)).isEqualTo(before);
            assertThat(it().store.attempts(job)).isEqualTo(attempts);
            assertThat(it().store.actions(10)).isEmpty();
        } else {
            assertThat(result)
                    .isEqualTo(new CommandResult.Applied(
                            state.toString(), it().state(job).toString()));
            assertThat(state.after(act.command())).contains(it().state(job));
            assertThat(it().store.actions(10)).hasSize(1);
        }
    }

    @Test
    void what_was_done_is_recorded_with_who_when_why_before_and_after() {
        JobId job = it().arrange(JobState.DEAD);

        it().command(job, Act.DISCARD);

        assertThat(it().store.actions(10))
                .containsExactly(
                        new ActionView("DISCARD", job.toString(), StoreUnderTest.BY, "dead", "cancelled", it().now()));
        AttemptView last = it().find(job).last().orElseThrow();
        assertThat(last.kind()).isEqualTo(Kind.CANCELLED);
        assertThat(last.detail().code()).isEqualTo("DISCARD");
    }

    @Test
    @Tag("R-003-39")
    void a_retried_job_begins_from_zero_but_its_attempts_are_numbered_on() {
        JobId job = it().arrange(JobState.DEAD);
        assertThat(it().find(job).standing().tally()).isEqualTo(new Tally(1, 1, 0));

        it().command(job, Act.RETRY);

        assertThat(it().find(job).standing().tally()).isEqualTo(new Tally(1, 0, 0));
        assertThat(it().claimOne().tally()).isEqualTo(new Tally(2, 0, 0));
    }

    @Test
    void a_second_click_is_refused_and_changes_nothing() {
        JobId job = it().arrange(JobState.READY);
        it().command(job, Act.CANCEL);

        assertThat(it().command(job, Act.CANCEL)).isEqualTo(new CommandResult.WrongState(JobState.CANCELLED));
        assertThat(it().store.actions(10)).hasSize(1);
    }

    @Test
    void a_job_nobody_knows_is_not_found() {
        assertThat(it().command(it().job().id(), Act.CANCEL)).isEqualTo(new CommandResult.NotFound());
    }

    @Test
    void many_commands_get_an_answer_each_and_pausing_is_recorded_too() {
        JobId dead = it().arrange(JobState.DEAD);
        JobId done = it().arrange(JobState.DONE);

        List<CommandResult> results = it().store
                .command(
                        List.of(
                                new OperatorCommand.OnJob(dead, Act.RETRY, StoreUnderTest.BY),
                                new OperatorCommand.OnJob(done, Act.RETRY, StoreUnderTest.BY),
                                new OperatorCommand.TurnOff(Switch.pause("mail"), StoreUnderTest.BY)),
                        it().now());

        assertThat(results)
                .containsExactly(
                        new CommandResult.Applied("dead", "ready"),
                        new CommandResult.WrongState(JobState.DONE),
                        new CommandResult.Applied("on", "off"));
        assertThat(it().store.actions(1))
                .extracting(ActionView::after)
                .as("the newest first")
                .containsExactly("off");
        assertThat(it().store.actions(10)).hasSize(2);
    }

    @Test
    void after_a_restore_no_fence_is_given_that_was_given_before_and_it_is_on_record() {
        it().add();
        Claim before = it().claimOne();
        it().store.leave(it().node(), it().now());

        CommandResult result = it().command(new OperatorCommand.Restored(StoreUnderTest.BY));

        ActionView recorded = it().store.actions(1).get(0);
        it().loseNode();
        Claim after = it().claimOne();
        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.fence()).isGreaterThan(before.fence() + (1L << 32));
        assertThat(it().finish(before, StoreUnderTest.done()).answer()).isEqualTo(Finished.Answer.FENCED);
        assertThat(recorded.act()).isEqualTo("RESTORED");
        assertThat(recorded.by()).isEqualTo(StoreUnderTest.BY);
        assertThat(result).isEqualTo(new CommandResult.Applied(recorded.before(), recorded.after()));
        assertThat(Long.parseLong(recorded.after())).isLessThan(after.fence());
    }
}
