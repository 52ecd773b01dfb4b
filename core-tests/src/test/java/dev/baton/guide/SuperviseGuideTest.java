package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskRun;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.TaskState;
import dev.baton.supervise.TaskStatus;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.ManualRun;
import dev.baton.testkit.Recorder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The snippets of README.md and docs/guide/supervise.md, run. */
class SuperviseGuideTest {

    private record Poller(AtomicInteger polled) {
        void poll() {
            polled.incrementAndGet();
        }
    }

    private static final class ChainFollower implements Task {
        @Override
        public void run(TaskRun run) throws InterruptedException {
            run.sleep(Duration.ofDays(1));
        }
    }

    private record Alerts(List<String> sent) {
        void send(String text) {
            sent.add(text);
        }
    }

    @Test
    void the_first_example_of_the_readme_runs() throws Exception {
        var poller = new Poller(new AtomicInteger());
        var alerts = new Alerts(new ArrayList<>());

        // snippet: supervise
        Supervisor supervisor = Supervisor.builder()
                .task("order-poller", () -> Task.every(ofSeconds(15), poller::poll))
                .task(TaskSpec.of("chain-follower", ChainFollower::new) // a fresh one for every run
                        .mustNotExit()
                        .hangAfter(ofSeconds(30)))
                .restart(RestartPolicy.defaults().unlimited().baseDelay(ofSeconds(5)))
                .listener(event -> {
                    if (event instanceof SupervisorEvent.TaskFailed failed) {
                        alerts.send(failed.task() + " failed in run " + failed.run());
                    }
                })
                .start();

        supervisor.add("price-feed", () -> Task.retrying(ofSeconds(5), run -> follow("prices")));
        supervisor.restart("chain-follower"); // stops the run under way, then starts a fresh one
        supervisor.kill("price-feed"); // for good: no pending restart brings it back
        supervisor.statuses().forEach((name, status) -> show(name, status.state(), status.runs()));

        supervisor.shutdown();
        supervisor.await(); // throws if too many tasks are dead
        // end of snippet

        assertThat(supervisor.statuses().keySet()).containsExactly("order-poller", "chain-follower", "price-feed");
        assertThat(supervisor.statuses().values()).extracting(TaskStatus::state).containsOnly(TaskState.DEAD);
        assertThat(alerts.sent()).isEmpty();
    }

    @Test
    void the_kinds_of_tasks_run() throws Exception {
        var rebalancing = CompletableFuture.completedFuture("done");

        // snippet: kinds
        Task poller = Task.every(ofSeconds(15), run -> {
            for (String order : openOrders()) {
                check(order);
                run.sleep(ofSeconds(1)); // in the supervisor's time; ends at once when the run is to stop
            }
        });
        Task monitor = Task.retrying(ofSeconds(5), run -> {
            String address = addressNow(); // read anew in every cycle
            follow(address); // however it ends: reported, and again in 5 s
        });
        Task oneShot = Task.of(rebalancing); // waits for what somebody else has started
        // end of snippet

        var run = ManualRun.stoppedAfter(3);
        try {
            poller.run(run);
        } catch (InterruptedException stopped) {
            assertThat(run.sleeps()).startsWith(ofSeconds(1));
        }
        try {
            monitor.run(ManualRun.stoppedAfter(1));
        } catch (InterruptedException stopped) {
            oneShot.run(ManualRun.stoppedAfter(0));
        }
    }

    @Test
    void the_test_of_the_guide_runs() throws Exception {
        // snippet: testing
        var clock = new ManualClock();
        var events = new Recorder<SupervisorEvent>();
        var runs = new AtomicInteger();
        try (Supervisor supervisor = Supervisor.builder()
                .timeline(clock)
                .listener(events)
                .task("flaky", () -> run -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new IllegalStateException("connection reset");
                    }
                })
                .start()) {
            events.await(SupervisorEvent.RestartScheduled.class, e -> e.delay().equals(ofSeconds(2)));
            clock.advance(ofSeconds(2));
            events.await(new SupervisorEvent.TaskCompleted("flaky", 2));
            assertThat(supervisor.status("flaky").orElseThrow().state()).isEqualTo(TaskState.COMPLETED);
        }
        // end of snippet
    }

    @Test
    void the_test_without_a_supervisor_runs() throws Exception {
        // snippet: testing-a-task
        var polled = new AtomicInteger();
        Task poller = Task.every(ofSeconds(15), () -> {
            if (polled.incrementAndGet() == 2) {
                throw new IOException("no answer");
            }
        });

        var run = ManualRun.stoppedAfter(3); // sleeps pass at once; the fourth one stops the run
        assertThatThrownBy(() -> poller.run(run)).isInstanceOf(InterruptedException.class);

        assertThat(polled).hasValue(4);
        assertThat(run.sleeps()).containsOnly(ofSeconds(15));
        assertThat(run.warnings()).hasSize(1);
        // end of snippet
    }

    @Test
    void the_test_of_a_hanging_task_runs() throws Exception {
        // snippet: testing-a-hang
        var clock = new ManualClock();
        var events = new Recorder<SupervisorEvent>();
        try (Supervisor supervisor = Supervisor.builder()
                .timeline(clock)
                .listener(events)
                .task(TaskSpec.of("hanging", () -> run -> new CountDownLatch(1).await())
                        .hangAfter(ofSeconds(1)))
                .start()) {
            for (int i = 0; i < 10; i++) { // check by check: one long jump would count as a suspended process
                clock.awaitAlarms(1, ofSeconds(20)); // the next health check is set
                clock.advance(Duration.ofMillis(200));
            }
            events.await(SupervisorEvent.TaskHung.class, e -> e.task().equals("hanging"));
            assertThat(supervisor.status("hanging").orElseThrow().runs()).isEqualTo(1);
        }
        // end of snippet
    }

    private static void follow(String what) {
        assertThat(what).isNotEmpty();
    }

    private static String addressNow() {
        return "0xA";
    }

    private static List<String> openOrders() {
        return List.of("first", "second");
    }

    private static void check(String order) {
        assertThat(order).isNotEmpty();
    }

    private static void show(String name, TaskState state, long runs) {
        assertThat(name + state + runs).isNotEmpty();
    }
}
