package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Who is told what, and what they may do about it. */
class ListenerTest extends OnManualClock {

    @Test
    void a_listener_may_send_commands_and_hears_their_events_afterwards() throws Exception {
        var self = new AtomicReference<Supervisor>();
        try (Supervisor supervisor = supervisor()
                .listener(event -> {
                    if (event instanceof SupervisorEvent.TaskCompleted done
                            && done.task().equals("backfill")) {
                        boolean added = self.get().add("monitor", OnManualClock::sleeper);
                        assertThat(added).isTrue();
                        assertThat(self.get().status("monitor")).isPresent();
                    }
                })
                .start()) {
            self.set(supervisor);
            supervisor.add("backfill", () -> run -> {});
            events.await(new SupervisorEvent.TaskStarted("monitor", 1));

            assertThat(events.events())
                    .containsSubsequence(
                            new SupervisorEvent.TaskCompleted("backfill", 1),
                            new SupervisorEvent.TaskStarted("monitor", 1));
        }
    }

    @Test
    void a_listener_may_end_the_supervisor_but_not_wait_for_it() throws Exception {
        var self = new AtomicReference<Supervisor>();
        var refusal = new AtomicReference<Throwable>();
        Supervisor supervisor = supervisor()
                .listener(event -> {
                    if (event instanceof SupervisorEvent.TaskCompleted) {
                        try {
                            self.get().await();
                        } catch (Exception e) {
                            refusal.set(e);
                        }
                        self.get().close();
                    }
                })
                .start();
        self.set(supervisor);
        supervisor.add("last", () -> run -> {});

        assertThat(supervisor.await(PATIENCE)).isTrue();
        assertThat(refusal.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_listener_that_throws_harms_neither_the_supervisor_nor_the_other_listeners() throws Exception {
        try (Supervisor supervisor = Supervisor.builder()
                .timeline(clock)
                .listener(event -> {
                    throw new LinkageError("broken listener");
                })
                .listener(events)
                .task("a", () -> run -> {})
                .start()) {
            events.await(new SupervisorEvent.TaskCompleted("a", 1));
            assertThat(supervisor.kill("a")).isTrue();
        }
    }

    @Test
    void what_a_task_warns_about_reaches_the_listeners() throws Exception {
        var minor = new IllegalStateException("bad event");
        try (Supervisor supervisor = supervisor()
                .task("monitor", () -> run -> run.warn("event skipped", minor))
                .start()) {
            events.await(new SupervisorEvent.TaskWarned("monitor", 1, "event skipped", minor));
            events.await(new SupervisorEvent.TaskCompleted("monitor", 1));
            assertThat(supervisor.status("monitor").orElseThrow().lastFailure()).isEmpty();
        }
    }

    @Test
    void who_hears_of_an_event_finds_it_in_the_statuses() throws Exception {
        var self = new CompletableFuture<Supervisor>();
        var stale = new AtomicInteger();
        var enough = new CountDownLatch(3_000);
        try (Supervisor supervisor = Supervisor.builder()
                .restart(RestartPolicy.defaults().unlimited().baseDelay(Duration.ZERO))
                .listener(event -> {
                    if (event instanceof SupervisorEvent.TaskStarted started) {
                        long seen =
                                self.join().status("busy").map(TaskStatus::runs).orElse(0L);
                        stale.addAndGet(seen < started.run() ? 1 : 0);
                        enough.countDown();
                    }
                })
                .task("busy", () -> run -> {
                    throw new IllegalStateException("crash");
                })
                .start()) {
            self.complete(supervisor);
            enough.await();
        }
        assertThat(stale).hasValue(0);
    }

    @Test
    void a_tasks_warning_is_heard_after_its_start_and_before_its_end() throws Exception {
        try (Supervisor supervisor = supervisor().start()) {
            for (int i = 0; i < 300; i++) {
                String name = "task-" + i;
                supervisor.add(name, () -> run -> run.warn("first thing", new Exception("minor")));
                events.await(new SupervisorEvent.TaskCompleted(name, 1));
            }
        }

        assertThat(events.events())
                .filteredOn(SupervisorEvent.TaskEvent.class::isInstance)
                .extracting(event -> event.getClass().getSimpleName())
                .isEqualTo(Collections.nCopies(300, List.of("TaskStarted", "TaskWarned", "TaskCompleted")).stream()
                        .flatMap(List::stream)
                        .toList());
    }
}
