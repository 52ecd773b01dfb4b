package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.OperatorCommand.Replace;
import dev.baton.store.OperatorCommand.TurnOff;
import dev.baton.store.OperatorCommand.TurnOn;
import dev.baton.store.Payload;
import dev.baton.store.Switch;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Asking what commands would come to. */
abstract class RehearseContract {

    abstract StoreUnderTest it();

    /** All that can be seen. */
    private record Seen(List<JobView> jobs, List<List<AttemptView>> attempts, List<Switch> off, int actions) {}

    private Seen look() {
        List<JobView> jobs = it().store.list(JobFilter.ALL, Optional.empty(), 1000, it().now());
        return new Seen(
                jobs,
                jobs.stream().map(job -> it().store.attempts(job.id())).toList(),
                it().store.switches(),
                it().store.actions(1000).size());
    }

    private List<CommandResult> rehearse(OperatorCommand... commands) {
        return it().store.rehearse(List.of(commands), it().now());
    }

    static Stream<Arguments> everyStateAndAct() {
        return Arrays.stream(JobState.values())
                .flatMap(state -> Arrays.stream(Act.values()).map(act -> Arguments.of(state, act)));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("everyStateAndAct")
    void the_answer_is_the_one_the_command_would_get_and_nothing_is_done(JobState state, Act act) {
        JobId job = it().arrangeIn("alice", state);
        Seen before = look();

        List<CommandResult> rehearsed = rehearse(new OnJob(job, act, BY));

        assertThat(look()).isEqualTo(before);
        assertThat(rehearsed).containsExactly(it().command(job, act));
    }

    @Test
    void replacing_is_rehearsed_without_a_new_job_or_a_number() {
        JobId job = it().addTo("alice");
        JobId by = it().job().id();
        Seen before = look();

        assertThat(rehearse(new Replace(job, by, ROUTE.version(), Payload.of("{}", ""), BY)))
                .containsExactly(new CommandResult.Applied("ready", "replaced by " + by));

        assertThat(look()).isEqualTo(before);
        assertThat(it().number(it().addTo("alice"))).isEqualTo(2);
    }

    @Test
    void turning_off_and_on_is_rehearsed_and_all_goes_on_as_before() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().turnOff(Switch.lane("bob"));
        JobId bobs = it().addTo("bob");
        Seen before = look();

        assertThat(rehearse(new TurnOff(Switch.lane("alice"), BY), new TurnOn(Switch.lane("bob"), BY)))
                .containsExactly(new CommandResult.Applied("on", "off"), new CommandResult.Applied("off", "on"));

        assertThat(look()).isEqualTo(before);
        assertThat(it().doAll()).isEqualTo(jobs);
        assertThat(it().state(bobs)).isEqualTo(JobState.WAITING);
    }

    @Test
    void one_after_another_each_is_told_what_would_be_so_after_the_ones_before_it() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        Seen before = look();

        assertThat(rehearse(
                        new OnJob(jobs.get(0), Act.DISCARD, BY),
                        new OnJob(jobs.get(0), Act.DISCARD, BY),
                        new OnJob(jobs.get(1), Act.CANCEL, BY),
                        new OnJob(it().job().id(), Act.CANCEL, BY)))
                .containsExactly(
                        new CommandResult.Applied("dead", "cancelled"),
                        new CommandResult.WrongState(JobState.CANCELLED),
                        new CommandResult.Applied("ready", "cancelled"),
                        new CommandResult.NotFound());

        assertThat(look()).isEqualTo(before);
    }

    @Test
    void nothing_that_is_rehearsed_can_be_claimed_or_freed_by_it() {
        JobId dead = it().arrange(JobState.DEAD);
        JobId ready = it().add();

        rehearse(new OnJob(dead, Act.RETRY, BY), new OnJob(ready, Act.CANCEL, BY));

        assertThat(it().claimable()).containsExactly(ready);
        assertThat(it().store.rehearse(List.of(), it().now())).isEmpty();
    }

    @Test
    void a_restore_is_rehearsed_without_a_fence_that_goes_on() {
        it().add();
        long fence = it().claimOne().fence();
        it().store.leave(it().node(), it().now());

        List<CommandResult> rehearsed = rehearse(new OperatorCommand.Restored(BY));

        assertThat(rehearsed)
                .containsExactly(new CommandResult.Applied(
                        String.valueOf(fence), String.valueOf(fence + OperatorCommand.Restored.RAISED)));
        it().loseNode();
        assertThat(it().claimOne().fence()).isBetween(fence + 1, fence + 10);
        assertThat(it().store.actions(10)).isEmpty();
    }
}
