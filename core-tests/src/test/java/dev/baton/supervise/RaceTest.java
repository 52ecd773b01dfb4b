package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.Recorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real threads against the real supervisor: several commanders at once, tasks that return, throw, sleep, spin and hang, next
 * to no delays, and a shutdown in the middle of it. No interleaving is repeatable here, so it is judged by its history.
 */
@Tag("slow")
class RaceTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "d");
    private static final int COMMANDERS = 4;
    private static final int COMMANDS_OF_EACH = 40;

    @Test
    @Tag("R-001-41")
    @Tag("R-001-51")
    void commanders_and_tasks_racing_each_other_never_make_nonsense() {
        LongStream.range(0, 150).forEach(seed -> new Race(seed).run());
    }

    @Test
    @Tag("long")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void commanders_and_tasks_racing_each_other_for_long_never_make_nonsense() {
        LongStream.range(1_000, 11_000).forEach(seed -> new Race(seed).run());
    }

    private static final class Race {
        private final long seed;
        private final Recorder<SupervisorEvent> events = new Recorder<>();
        private final Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();

        Race(long seed) {
            this.seed = seed;
        }

        void run() {
            try {
                Supervisor supervisor = Supervisor.builder()
                        .listener(events)
                        .checkEvery(ofMillis(1))
                        .stopGrace(ofSeconds(60)) // no run is given up, so no two of one task may ever overlap
                        .restart(RestartPolicy.defaults().limit(3).baseDelay(Duration.ofNanos(20_000)))
                        .start();
                List<FutureTask<?>> commanders = new ArrayList<>();
                var go = new CountDownLatch(1);
                for (int i = 0; i < COMMANDERS; i++) {
                    commanders.add(start(commander(supervisor, new SplittableRandom(seed * COMMANDERS + i), go)));
                }
                List<FutureTask<?>> waiters = List.of(start(waiter(supervisor)), start(waiter(supervisor)));
                go.countDown();
                for (FutureTask<?> commander : commanders) {
                    commander.get();
                }
                supervisor.close();
                for (FutureTask<?> waiter : waiters) {
                    waiter.get();
                }
                judge(supervisor);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }

        private void judge(Supervisor supervisor) {
            History.judge(events.events());
            assertThat(overlaps).as("two runs of one task at the same time").hasValue(0);
            assertThat(events.events(SupervisorEvent.RunAbandoned.class)).isEmpty();
            assertThat(begun)
                    .hasValue(events.events(SupervisorEvent.TaskStarted.class).size());
            assertThat(supervisor.statuses().values())
                    .allSatisfy(status -> assertThat(status.state()).isIn(TaskState.DEAD, TaskState.COMPLETED));
        }

        private FutureTask<?> commander(Supervisor supervisor, SplittableRandom random, CountDownLatch go) {
            return new FutureTask<Void>(() -> {
                go.await();
                for (int i = 0; i < COMMANDS_OF_EACH; i++) {
                    String name = NAMES.get(random.nextInt(NAMES.size()));
                    try {
                        command(supervisor, name, random);
                    } catch (SupervisorEndedException afterShutdown) {
                        return null;
                    }
                }
                return null;
            });
        }

        private void command(Supervisor supervisor, String name, SplittableRandom random) {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5 -> supervisor.add(spec(name, random.split()));
                case 6, 7, 8, 9, 10 -> supervisor.restart(name);
                case 11, 12, 13, 14, 15 -> supervisor.kill(name);
                case 16, 17 ->
                    assertThat(supervisor.status(name).map(TaskStatus::task).orElse(name))
                            .isEqualTo(name);
                case 18 -> LockSupport.parkNanos(random.nextInt(500_000));
                default -> {
                    if (random.nextInt(20) == 0) {
                        supervisor.shutdown();
                    }
                }
            }
        }

        private TaskSpec spec(String name, SplittableRandom random) {
            int behaviour = random.nextInt(6);
            TaskSpec spec = TaskSpec.of(name, () -> run -> body(behaviour, run));
            return behaviour == 5 ? spec.hangAfter(ofMillis(3)) : spec;
        }

        private void body(int behaviour, TaskRun run) throws Exception {
            begun.incrementAndGet();
            AtomicInteger mine = inside.computeIfAbsent(run.task(), name -> new AtomicInteger());
            if (mine.incrementAndGet() > 1) {
                overlaps.incrementAndGet();
            }
            try {
                switch (behaviour) {
                    case 0 -> {}
                    case 1 -> throw new IllegalStateException("crash");
                    case 2 -> run.sleep(Duration.ofDays(1));
                    case 3 -> {
                        while (!run.stopping()) {
                            Thread.onSpinWait();
                        }
                    }
                    case 4 -> {
                        run.warn("about to end", new Exception("minor"));
                        LockSupport.parkNanos(200_000);
                    }
                    default -> new CountDownLatch(1).await();
                }
            } finally {
                mine.decrementAndGet();
            }
        }

        private static FutureTask<?> waiter(Supervisor supervisor) {
            return new FutureTask<Void>(() -> {
                supervisor.await();
                return null;
            });
        }

        private static FutureTask<?> start(FutureTask<?> work) {
            ThreadLauncher.daemon(work).start();
            return work;
        }
    }
}
