package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.ManualClock;
import dev.baton.testkit.ManualRun;
import dev.baton.testkit.Recorder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that was started elsewhere: {@link Task#of}. */
class AwaitingTaskTest {

    private final Recorder<SupervisorEvent> events = new Recorder<>();

    private Supervisor awaiting(Future<?> future) {
        return Supervisor.builder()
                .timeline(new ManualClock())
                .listener(events)
                .task("rebalancer", () -> Task.of(future))
                .start();
    }

    @Test
    @Tag("R-001-07")
    @Tag("R-001-09")
    void the_first_run_really_waits_until_the_future_is_done() throws Exception {
        var future = new CompletableFuture<String>();
        try (Supervisor supervisor = awaiting(future)) {
            var waited = new CompletableFuture<Void>();
            supervisor.add("witness", () -> run -> waited.complete(null));
            waited.get();
            assertThat(supervisor.status("rebalancer").orElseThrow().state()).isEqualTo(TaskState.HEALTHY);

            future.complete("rebalanced");

            events.await(new SupervisorEvent.TaskCompleted("rebalancer", 1));
        }
    }

    @Test
    @Tag("R-001-07")
    void a_cancelled_future_is_an_end_and_not_a_failure() throws Exception {
        var future = new CompletableFuture<String>();
        try (Supervisor supervisor = awaiting(future)) {
            future.cancel(true);

            events.await(new SupervisorEvent.TaskCompleted("rebalancer", 1));
            assertThat(supervisor.status("rebalancer").orElseThrow().state()).isEqualTo(TaskState.COMPLETED);
        }
    }

    @Test
    @Tag("R-001-07")
    void a_failed_future_fails_the_task_with_its_own_exception() {
        Exception cause = new IOException("venue closed");
        assertThatThrownBy(() -> Task.of(CompletableFuture.failedFuture(cause)).run(ManualRun.stoppedAfter(0)))
                .isSameAs(cause);
        Error error = new AssertionError("broken");
        assertThatThrownBy(() -> Task.of(CompletableFuture.failedFuture(error)).run(ManualRun.stoppedAfter(0)))
                .isSameAs(error);
    }

    @Test
    @Tag("R-001-08")
    void a_result_is_told_once_and_a_later_run_says_that_nothing_is_left_and_completes() throws Exception {
        Task task = Task.of(CompletableFuture.failedFuture(new IOException("venue closed")));
        assertThatThrownBy(() -> task.run(ManualRun.stoppedAfter(0))).hasMessage("venue closed");

        ManualRun second = ManualRun.stoppedAfter(0).number(2);
        task.run(second);

        assertThat(second.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(((SupervisorException) warning.cause()).code())
                        .isEqualTo("FUTURE_ALREADY_DONE"));
    }

    @Test
    void a_fresh_future_that_fails_in_a_later_run_is_a_failure_and_not_swallowed() {
        ManualRun second = ManualRun.stoppedAfter(0).number(2);

        assertThatThrownBy(() -> Task.of(CompletableFuture.failedFuture(new IOException("again")))
                        .run(second))
                .hasMessage("again");
    }

    @Test
    @Tag("R-001-07")
    void a_future_that_depends_on_a_cancelled_one_is_cancelled_too() throws Exception {
        var origin = new CompletableFuture<String>();
        CompletableFuture<Integer> dependent = origin.thenApply(String::length);
        origin.cancel(true);

        ManualRun run = ManualRun.stoppedAfter(0);
        Task.of(dependent).run(run);

        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void stopping_the_task_leaves_the_future_to_its_owner() throws Exception {
        var future = new CompletableFuture<String>();
        try (Supervisor supervisor = awaiting(future)) {
            supervisor.kill("rebalancer");
            assertThat(supervisor.restart("rebalancer")).isTrue();
            events.await(new SupervisorEvent.TaskStarted("rebalancer", 2));

            future.complete("done");

            events.await(new SupervisorEvent.TaskCompleted("rebalancer", 2));
            assertThat(supervisor.await(Duration.ZERO)).isFalse();
        }
        assertThat(future).isCompletedWithValue("done");
    }
}
