package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The supervisor with the threads it has in production, on a clock moved by hand. */
class SupervisorTest extends OnManualClock {

    @Test
    @Tag("R-001-20")
    @Tag("R-001-21")
    @Tag("R-001-22")
    void every_start_runs_a_fresh_task_so_its_own_fields_begin_anew_and_what_it_was_given_survives() throws Exception {
        var shared = new AtomicInteger();
        class Counting implements Task {
            private int own;

            @Override
            public void run(TaskRun run) {
                own++;
                if (shared.incrementAndGet() < 3) {
                    throw new IllegalStateException("own field is " + own);
                }
            }
        }
        try (Supervisor supervisor =
                supervisor().task("counting", Counting::new).start()) {
            events.await(SupervisorEvent.RestartScheduled.class, e -> e.restart() == 1);
            clock.advance(ofSeconds(2));
            events.await(SupervisorEvent.RestartScheduled.class, e -> e.restart() == 2);
            clock.advance(ofSeconds(4));
            events.await(new SupervisorEvent.TaskCompleted("counting", 3));

            assertThat(events.events(SupervisorEvent.TaskFailed.class))
                    .extracting(e -> e.failure().getMessage())
                    .containsExactly("own field is 1", "own field is 1");
            assertThat(supervisor.status("counting").orElseThrow().runs()).isEqualTo(3);
        }
    }

    @Test
    @Tag("R-001-38")
    void any_throwable_ends_only_its_run() throws Exception {
        List<Throwable> poison =
                List.of(new StackOverflowError(), new AssertionError(), new NoClassDefFoundError(), new Speechless());
        SupervisorBuilder builder = supervisor();
        for (int i = 0; i < poison.size(); i++) {
            Throwable thrown = poison.get(i);
            builder.task("poison-" + i, () -> run -> sneakyThrow(thrown));
        }
        try (Supervisor supervisor =
                builder.task("healthy", OnManualClock::sleeper).start()) {
            for (int i = 0; i < poison.size(); i++) {
                String name = "poison-" + i;
                events.await(
                        SupervisorEvent.RestartScheduled.class, e -> e.task().equals(name));
                assertThat(supervisor.status(name).orElseThrow().lastFailure()).containsSame(poison.get(i));
            }
            assertThat(supervisor.status("healthy").orElseThrow().state().isHealthy())
                    .isTrue();
        }
    }

    @Test
    void a_factory_that_throws_or_makes_nothing_fails_its_task_and_no_other() throws Exception {
        try (Supervisor supervisor = supervisor()
                .task("throwing", () -> {
                    throw new IllegalStateException("no such vault");
                })
                .task("healthy", OnManualClock::sleeper)
                .start()) {
            events.await(
                    SupervisorEvent.TaskFailed.class,
                    e -> "no such vault".equals(e.failure().getMessage()));

            assertThat(supervisor.status("throwing").orElseThrow().state().isRestarting())
                    .isTrue();
            assertThat(supervisor.status("healthy").orElseThrow().state().isHealthy())
                    .isTrue();
        }
    }

    @Test
    void a_task_for_which_no_thread_can_be_had_fails_and_is_tried_again() throws Exception {
        var tries = new AtomicInteger();
        try (Supervisor supervisor = supervisor()
                .threads(body -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return ThreadLauncher.daemon(body);
                })
                .task("task", () -> run -> {})
                .start()) {
            events.await(SupervisorEvent.RestartScheduled.class, e -> e.restart() == 1);
            clock.advance(ofSeconds(2));
            events.await(new SupervisorEvent.TaskCompleted("task", 2));
            assertThat(supervisor.statuses()).hasSize(1);
        }
    }

    @Test
    @Tag("R-001-42")
    @Tag("R-001-43")
    @Tag("R-001-49")
    void a_command_has_taken_effect_when_it_returns_and_listeners_hear_of_it() throws Exception {
        try (Supervisor supervisor =
                supervisor().task("a", OnManualClock::sleeper).start()) {
            assertThat(supervisor.status("a").orElseThrow().state()).isEqualTo(TaskState.HEALTHY);

            assertThat(supervisor.add("b", OnManualClock::sleeper)).isTrue();
            assertThat(supervisor.status("b").orElseThrow().state()).isEqualTo(TaskState.HEALTHY);

            assertThat(supervisor.kill("a")).isTrue();
            assertThat(supervisor.status("a").orElseThrow().state()).isEqualTo(TaskState.DEAD);
            events.await(new SupervisorEvent.TaskDied("a", 1, SupervisorEvent.Death.KILLED));

            assertThat(supervisor.restart("a")).isTrue();
            assertThat(supervisor.restart("nobody")).isFalse();
            assertThat(supervisor.status("nobody")).isEmpty();
            assertThat(supervisor.statuses().keySet()).containsExactly("a", "b");
        }
    }

    @Test
    @Tag("R-001-44")
    void after_the_end_commands_are_refused_and_the_last_statuses_can_still_be_read() {
        Supervisor supervisor = supervisor().task("a", OnManualClock::sleeper).start();
        supervisor.close();

        assertThatThrownBy(() -> supervisor.add("b", OnManualClock::sleeper))
                .isInstanceOf(SupervisorEndedException.class)
                .hasMessageContaining("add did nothing");
        assertThatThrownBy(() -> supervisor.restart("a")).isInstanceOf(SupervisorEndedException.class);
        assertThatThrownBy(() -> supervisor.kill("a")).isInstanceOf(SupervisorEndedException.class);
        assertThat(Rehearsal.statesOf(supervisor.statuses())).isEqualTo(Map.of("a", TaskState.DEAD));
    }

    @Test
    @Tag("R-001-44")
    void a_command_on_its_way_when_the_supervisor_ends_is_refused_and_does_not_wait_for_ever() throws Exception {
        var listenerHasIt = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Supervisor supervisor = supervisor()
                .listener(event -> {
                    if (event instanceof SupervisorEvent.SupervisorEnded) {
                        listenerHasIt.countDown();
                        Background.awaitDeaf(goOn);
                    }
                })
                .start();
        supervisor.await(Duration.ZERO);
        var shutdown = Background.start(supervisor::shutdown);
        listenerHasIt.await();

        var refused = Background.start(() -> supervisor.restart("a"));
        goOn.countDown();

        shutdown.get();
        assertThatThrownBy(refused::get).hasCauseInstanceOf(SupervisorEndedException.class);
    }

    @Test
    @Tag("R-001-51")
    void everybody_who_waits_gets_the_same_answer() throws Exception {
        Supervisor supervisor = supervisor()
                .restart(RestartPolicy.defaults().limit(0))
                .deadThreshold(0.5)
                .task("dead", () -> run -> {
                    throw new IllegalStateException("crash");
                })
                .start();
        var waiters = IntStream.range(0, 8)
                .mapToObj(i -> Background.start(() -> supervisor.await()))
                .toList();
        events.await(SupervisorEvent.TaskDied.class, e -> true);

        clock.advance(ofMillis(200));

        for (CompletableFuture<Void> waiter : waiters) {
            assertThatThrownBy(waiter::get)
                    .hasCauseInstanceOf(TooManyDeadTasksException.class)
                    .cause()
                    .satisfies(e ->
                            assertThat(((TooManyDeadTasksException) e).share()).isEqualTo(1.0))
                    .satisfies(e -> assertThat(((TooManyDeadTasksException) e).threshold())
                            .isEqualTo(0.5));
        }
        assertThatThrownBy(supervisor::await).isInstanceOf(TooManyDeadTasksException.class);
        assertThatThrownBy(() -> supervisor.await(PATIENCE)).isInstanceOf(TooManyDeadTasksException.class);
        supervisor.close();
    }

    @Test
    @Tag("R-001-50")
    @Tag("R-001-51")
    void after_a_shutdown_every_wait_returns_however_often_and_by_how_many() throws Exception {
        Supervisor supervisor = supervisor().task("a", OnManualClock::sleeper).start();
        assertThat(supervisor.await(Duration.ZERO)).as("not yet").isFalse();
        var waiters = IntStream.range(0, 4)
                .mapToObj(i -> Background.start(supervisor::await))
                .toList();

        supervisor.shutdown();

        for (CompletableFuture<Void> waiter : waiters) {
            waiter.get();
        }
        supervisor.await();
        assertThat(supervisor.await(Duration.ZERO)).isTrue();
    }

    @Test
    @Tag("R-001-53")
    void closing_shuts_down_stops_every_run_and_may_be_repeated() throws Exception {
        var interrupted = new CountDownLatch(1);
        Supervisor supervisor = supervisor()
                .task("a", () -> run -> {
                    try {
                        run.sleep(Duration.ofDays(1000));
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                })
                .start();
        clock.awaitAlarms(2, PATIENCE); // the health check's and the sleeping task's

        supervisor.close();
        supervisor.close();

        assertThat(interrupted.getCount())
                .as("closed means that the run has ended")
                .isZero();
        supervisor.shutdown();
        assertThat(supervisor.await(Duration.ZERO)).isTrue();
    }

    @Test
    @Tag("R-001-56")
    void a_run_that_ignores_its_interrupt_does_not_keep_the_supervisor_from_ending() throws Exception {
        var release = new CountDownLatch(1);
        var running = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        Supervisor supervisor = supervisor()
                .stopGrace(ofSeconds(10))
                .task("deaf", () -> run -> {
                    running.countDown();
                    Background.awaitDeaf(release);
                    ended.countDown();
                })
                .task("obedient", OnManualClock::sleeper)
                .start();
        running.await();

        supervisor.shutdown();
        events.await(new SupervisorEvent.RunStopped("obedient", 1));
        clock.advance(ofSeconds(10));

        assertThat(supervisor.await(PATIENCE)).isTrue();
        assertThat(events.events()).contains(new SupervisorEvent.RunAbandoned("deaf", 1, ofSeconds(10)));
        assertThat(events.events(SupervisorEvent.RunAbandoned.class)).hasSize(1);
        release.countDown();
        ended.await();
        assertThat(supervisor.status("deaf").orElseThrow().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void a_task_may_command_its_own_supervisor() throws Exception {
        var self = new CompletableFuture<Supervisor>();
        Supervisor supervisor = supervisor()
                .task("suicidal", () -> run -> {
                    self.get().kill(run.task());
                    run.sleep(ofSeconds(1));
                })
                .task("ender", () -> run -> {
                    self.get().close();
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                })
                .start();
        self.complete(supervisor);

        assertThat(supervisor.await(PATIENCE)).isTrue();
        assertThat(supervisor.status("suicidal").orElseThrow().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void threads_say_whose_they_are_and_do_not_keep_the_jvm_alive() throws Exception {
        var thread = new CompletableFuture<Thread>();
        try (Supervisor supervisor = supervisor()
                .task("order-poller", () -> run -> thread.complete(Thread.currentThread()))
                .start()) {
            assertThat(thread.get().getName()).isEqualTo("baton-task-order-poller-1");
            assertThat(thread.get().isDaemon()).isTrue();
            assertThat(supervisor.statuses()).hasSize(1);
        }
    }

    @Test
    void every_wrong_setting_is_named_at_once_and_nothing_starts() {
        var started = new AtomicInteger();
        SupervisorBuilder wrong = supervisor()
                .checkEvery(Duration.ZERO)
                .stopGrace(ofSeconds(-1))
                .deadThreshold(Double.NaN)
                .restart(RestartPolicy.defaults()
                        .baseDelay(ofSeconds(-1))
                        .exponentCap(-1)
                        .limit(-1))
                .task(TaskSpec.of(" ", () -> run -> started.incrementAndGet()).hangAfter(Duration.ZERO))
                .task("line\nbreak", () -> run -> started.incrementAndGet())
                .task("x".repeat(201), () -> run -> started.incrementAndGet());

        assertThatThrownBy(wrong::start)
                .isInstanceOfSatisfying(
                        SupervisorException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTING"))
                .hasMessageContainingAll(
                        "checkEvery", "stopGrace", "deadThreshold", "baseDelay", "exponentCap", "limit", "hangAfter")
                .hasMessageContaining("line\\u000abreak")
                .hasMessageNotContaining("\n");
        assertThat(started).hasValue(0);
        assertThat(events.events()).isEmpty();
    }

    @Test
    void a_wrong_name_is_refused_by_a_running_supervisor_too() {
        try (Supervisor supervisor = supervisor().start()) {
            assertThatThrownBy(() -> supervisor.add("", OnManualClock::sleeper))
                    .isInstanceOfSatisfying(
                            SupervisorException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTING"));
            assertThat(supervisor.statuses()).isEmpty();
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneakyThrow(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** A failure that cannot even be printed. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }
}
