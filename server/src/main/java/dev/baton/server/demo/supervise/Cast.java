package dev.baton.server.demo.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskRun;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The tasks of the demo: one for each way of living and dying. */
final class Cast {

    /** The one who is killed in the course of the demo. */
    static final String STUBBORN = "stubborn";

    static final RestartPolicy POLICY =
            RestartPolicy.defaults().baseDelay(ofMillis(150)).limit(3).stableAfter(ofSeconds(1));

    private static final Duration LONG = Duration.ofDays(1);

    private Cast() {}

    /** Everybody, in the order of the tree. */
    static List<Act> all() {
        return List.of(
                viewReplay(),
                orderPoller(),
                priceFeed(),
                badConfig(),
                chainFollower(),
                ledgerSync(),
                rebalancer(),
                stubborn());
    }

    private static Act viewReplay() {
        TaskSpec spec = TaskSpec.of("view-replay", () -> run -> run.sleep(ofMillis(600)));
        return new Act(
                "view-replay",
                "finishes",
                spec,
                TaskState.COMPLETED,
                1,
                e -> e instanceof SupervisorEvent.TaskCompleted);
    }

    private static Act orderPoller() {
        var ticks = new AtomicInteger();
        TaskSpec spec = TaskSpec.of(
                "order-poller",
                () -> Task.every(ofMillis(300), () -> {
                    if (ticks.incrementAndGet() == 3) {
                        throw new IllegalStateException("exchange did not answer");
                    }
                }));
        return new Act(
                "order-poller",
                "ticks; one tick fails",
                spec,
                TaskState.HEALTHY,
                1,
                e -> e instanceof SupervisorEvent.TaskWarned);
    }

    private static Act priceFeed() {
        TaskSpec spec = TaskSpec.of("price-feed", () -> run -> {
            run.sleep(ofMillis(200));
            crashUntilRun(3, run, "connection reset");
            run.sleep(LONG);
        });
        return new Act(
                "price-feed",
                "crashes twice, then holds",
                spec,
                TaskState.HEALTHY,
                3,
                e -> e instanceof SupervisorEvent.TaskStable);
    }

    private static Act badConfig() {
        TaskSpec spec = TaskSpec.of("bad-config", () -> run -> crashUntilRun(Long.MAX_VALUE, run, "no such vault"));
        return new Act(
                "bad-config",
                "crashes every time",
                spec,
                TaskState.DEAD,
                4,
                e -> e.equals(died("bad-config", SupervisorEvent.Death.EXHAUSTED, 4)));
    }

    private static Act chainFollower() {
        TaskSpec spec = TaskSpec.of("chain-follower", () -> run -> {
                    if (run.number() == 1) {
                        new CountDownLatch(1).await(); // no beat, no end
                    }
                    run.sleep(LONG);
                })
                .hangAfter(ofMillis(800));
        return new Act(
                "chain-follower", "hangs once", spec, TaskState.HEALTHY, 2, e -> e instanceof SupervisorEvent.TaskHung);
    }

    private static Act ledgerSync() {
        TaskSpec spec = TaskSpec.of("ledger-sync", () -> run -> {
                    if (run.number() > 1) {
                        run.sleep(LONG);
                    }
                })
                .mustNotExit();
        return new Act(
                "ledger-sync",
                "returns, but must not",
                spec,
                TaskState.HEALTHY,
                2,
                e -> e instanceof SupervisorEvent.TaskFailed);
    }

    private static Act rebalancer() {
        var elsewhere = new CompletableFuture<String>().completeOnTimeout("done", 900, TimeUnit.MILLISECONDS);
        TaskSpec spec = TaskSpec.of("rebalancer", () -> Task.of(elsewhere));
        return new Act(
                "rebalancer",
                "waits for a future",
                spec,
                TaskState.COMPLETED,
                1,
                e -> e instanceof SupervisorEvent.TaskCompleted);
    }

    private static Act stubborn() {
        TaskSpec spec = TaskSpec.of(STUBBORN, () -> run -> {
            while (true) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException ignoredOnPurpose) {
                    // What a task must not do: the supervisor gives this run up after its grace time.
                }
            }
        });
        return new Act(
                STUBBORN,
                "killed, ignores it",
                spec,
                TaskState.DEAD,
                1,
                e -> e instanceof SupervisorEvent.RunAbandoned);
    }

    private static SupervisorEvent died(String task, SupervisorEvent.Death death, long run) {
        return new SupervisorEvent.TaskDied(task, run, death);
    }

    private static void crashUntilRun(long number, TaskRun run, String why) {
        if (run.number() < number) {
            throw new IllegalStateException(why);
        }
    }
}
