package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Code of others around the supervisor: listeners, factories, timelines and channels that do what they should not. */
@Tag("slow")
class HostileSurroundingsTest extends OnManualClock {

    @Test
    void a_stuck_listener_holds_up_neither_commands_nor_restarts() throws Exception {
        var release = new CountDownLatch(1);
        var secondRun = new CountDownLatch(1);
        try (Supervisor supervisor = Supervisor.builder()
                .timeline(clock)
                .listener(event -> Background.awaitDeaf(release))
                .task("flaky", () -> run -> {
                    if (run.number() == 1) {
                        throw new IllegalStateException("crash");
                    }
                    secondRun.countDown();
                    run.sleep(Duration.ofDays(1000));
                })
                .start()) {
            clock.awaitAlarms(2, PATIENCE); // the next health check and the restart
            clock.advance(ofSeconds(2));
            secondRun.await();

            assertThat(supervisor.kill("flaky")).isTrue();
            assertThat(supervisor.status("flaky").orElseThrow().runs()).isEqualTo(2);
            release.countDown();
        }
    }

    @Test
    void a_listener_may_want_a_lock_that_a_commander_holds() throws Exception {
        var lock = new Object();
        var heard = new AtomicInteger();
        try (Supervisor supervisor = supervisor()
                .listener(event -> {
                    synchronized (lock) {
                        heard.incrementAndGet();
                    }
                })
                .task("a", OnManualClock::sleeper)
                .start()) {
            synchronized (lock) {
                assertThat(supervisor.kill("a")).isTrue();
                assertThat(supervisor.restart("a")).isTrue();
            }
        }
        assertThat(heard).hasPositiveValue();
    }

    @Test
    void a_listener_that_revives_what_cannot_start_does_not_keep_the_supervisor_from_ending() throws Exception {
        var self = new AtomicReference<Supervisor>();
        var ending = new AtomicBoolean();
        Supervisor supervisor = supervisor()
                .threads(body -> {
                    throw new OutOfMemoryError("unable to create native thread");
                })
                .restart(RestartPolicy.defaults().limit(0))
                .listener(event -> {
                    if (event instanceof SupervisorEvent.TaskDied && !ending.get() && self.get() != null) {
                        self.get().restart("stillborn");
                    }
                })
                .start();
        self.set(supervisor);
        supervisor.add("stillborn", OnManualClock::sleeper);
        events.await(SupervisorEvent.TaskDied.class, e -> e.run() > 100);

        supervisor.shutdown();
        ending.set(true);

        assertThat(supervisor.await(PATIENCE)).isTrue();
    }

    @Test
    void a_thread_factory_that_sends_commands_is_told_off_and_fails_its_task_alone() throws Exception {
        var self = new AtomicReference<Supervisor>();
        try (Supervisor supervisor = supervisor()
                .threads(body -> {
                    if (self.get() != null) {
                        self.get().kill("a");
                    }
                    return ThreadLauncher.daemon(body);
                })
                .task("healthy", OnManualClock::sleeper)
                .start()) {
            self.set(supervisor);

            supervisor.add("a", OnManualClock::sleeper);

            SupervisorEvent.TaskFailed failed = events.await(SupervisorEvent.TaskFailed.class, e -> true);
            assertThat(failed.failure())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("must not send");
            assertThat(supervisor.status("healthy").orElseThrow().state()).isEqualTo(TaskState.HEALTHY);
        }
    }

    @Test
    @Tag("R-001-56")
    void a_channel_whose_close_never_returns_holds_up_nobody_else() throws Exception {
        var release = new CountDownLatch(1);
        var inside = new CountDownLatch(1);
        Supervisor supervisor = supervisor()
                .stopGrace(ofSeconds(1))
                .task("io", () -> run -> new SlowToClose(release).use(inside))
                .task("other", OnManualClock::sleeper)
                .start();
        inside.await();

        assertThat(supervisor.kill("io")).isTrue();
        supervisor.shutdown();
        events.await(new SupervisorEvent.RunStopped("other", 1));
        clock.advance(ofSeconds(1));

        assertThat(supervisor.await(PATIENCE)).isTrue();
        release.countDown();
    }

    @Test
    void a_defect_ends_the_supervisor_stops_its_tasks_and_is_told_to_everybody() throws Exception {
        var broken = new AtomicBoolean();
        var stopped = new CountDownLatch(1);
        Timeline breaking = new Timeline() {
            @Override
            public long nanos() {
                return clock.nanos();
            }

            @Override
            public Alarm after(Duration delay, Runnable action) {
                if (broken.get() && delay.equals(ofMillis(200))) {
                    throw new IllegalStateException("no more alarms");
                }
                return clock.after(delay, action);
            }
        };
        Supervisor supervisor = Supervisor.builder()
                .timeline(breaking)
                .listener(events)
                .task("a", () -> run -> {
                    try {
                        run.sleep(Duration.ofDays(1));
                    } finally {
                        stopped.countDown();
                    }
                })
                .start();
        clock.awaitAlarms(2, PATIENCE);
        broken.set(true);

        clock.advance(ofMillis(200));

        assertThatThrownBy(() -> supervisor.await(PATIENCE))
                .isInstanceOfSatisfying(
                        SupervisorException.class, e -> assertThat(e.code()).isEqualTo("SUPERVISOR_FAILED"))
                .hasRootCauseMessage("no more alarms");
        stopped.await();
        events.await(SupervisorEvent.SupervisorBroken.class, e -> true);
        assertThat(supervisor.status("a").orElseThrow().state()).isEqualTo(TaskState.DEAD);
        assertThatThrownBy(() -> supervisor.restart("a"))
                .as("nobody is told that all is well")
                .isInstanceOfSatisfying(
                        SupervisorException.class, e -> assertThat(e.code()).isEqualTo("SUPERVISOR_FAILED"));
        supervisor.close();
    }

    @Test
    void the_longest_durations_are_no_trouble() throws Exception {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        try (Supervisor supervisor = supervisor()
                .checkEvery(longest)
                .stopGrace(longest)
                .restart(RestartPolicy.defaults().baseDelay(longest).stableAfter(longest))
                .task(TaskSpec.of("crashing", () -> run -> {
                            throw new IllegalStateException("crash");
                        })
                        .hangAfter(longest))
                .start()) {
            events.await(SupervisorEvent.RestartScheduled.class, e -> true);
            assertThat(supervisor.status("crashing").orElseThrow().state()).isEqualTo(TaskState.FAILED);
        }
    }

    @Test
    void two_threads_of_one_run_may_sleep_without_making_it_look_silent() throws Exception {
        var run = new Run("task", 1, clock, events);
        var both = new CompletableFuture<?>[] {
            Background.start(() -> run.sleep(ofSeconds(1))), Background.start(() -> run.sleep(ofSeconds(9)))
        };
        clock.awaitAlarms(2, PATIENCE);

        clock.advance(ofSeconds(1));
        CompletableFuture.anyOf(both).get();

        assertThat(run.isSleeping()).isTrue();
        clock.advance(ofSeconds(8));
        CompletableFuture.allOf(both).get();
        assertThat(run.isSleeping()).isFalse();
    }

    @Test
    void a_helper_thread_left_in_a_sleep_goes_its_way_when_the_run_is_over() throws Exception {
        var helper = new CompletableFuture<CompletableFuture<Void>>();
        try (Supervisor supervisor = supervisor()
                .task("helped", () -> run -> {
                    helper.complete(Background.start(() -> run.sleep(Duration.ofDays(1))));
                    clock.awaitAlarms(2, PATIENCE);
                })
                .start()) {
            events.await(new SupervisorEvent.TaskCompleted("helped", 1));

            assertThatThrownBy(() -> helper.get().get()).hasCauseInstanceOf(InterruptedException.class);
            assertThat(supervisor.status("helped").orElseThrow().state()).isEqualTo(TaskState.COMPLETED);
        }
    }

    @Test
    void a_run_that_will_not_stop_really_sleeps_after_it_was_told_once() throws Exception {
        var run = new Run("deaf", 1, clock, events);
        run.askToStop();
        assertThatThrownBy(() -> run.sleep(ofSeconds(1))).isInstanceOf(InterruptedException.class);

        var second = Background.start(() -> run.sleep(ofSeconds(1)));
        clock.awaitAlarms(1, PATIENCE);
        clock.advance(ofSeconds(1));

        second.get();
    }

    /** A channel that an interrupt closes, and whose close does not return. */
    private static final class SlowToClose extends AbstractInterruptibleChannel {
        private final CountDownLatch release;

        SlowToClose(CountDownLatch release) {
            this.release = release;
        }

        void use(CountDownLatch inside) throws Exception {
            begin();
            try {
                inside.countDown();
                Background.awaitDeaf(release);
            } finally {
                end(true);
            }
        }

        @Override
        protected void implCloseChannel() {
            Background.awaitDeaf(release);
        }
    }
}
