package dev.baton.supervise;

import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The supervisor's own decisions on a clock moved by hand, with scripted runs instead of threads: one seedless, repeatable
 * history per test, and days of it in a moment.
 */
final class Rehearsal {

    final ManualClock clock = new ManualClock();
    final List<SupervisorEvent> events = new ArrayList<>();
    final Supervision decisions;

    private final Map<String, Run> latestRun = new HashMap<>();
    private final Map<String, Integer> alive = new HashMap<>();
    private final Map<String, Integer> mostAlive = new HashMap<>();

    Rehearsal(SupervisorBuilder builder) {
        decisions = new Supervision(new Surroundings(
                builder.settings(),
                clock,
                (delay, turn, action) -> clock.after(delay, action),
                this::launch,
                events::add,
                events::add));
        decisions.start(builder.tasks.values());
        settle();
    }

    static Rehearsal of(SupervisorBuilder builder) {
        return new Rehearsal(builder);
    }

    /** Lets happen what is due at this moment. */
    Rehearsal settle() {
        clock.advance(Duration.ZERO);
        return this;
    }

    Rehearsal advance(Duration by) {
        clock.advance(by);
        return this;
    }

    boolean kill(String task) {
        boolean answer = decisions.kill(task);
        settle();
        return answer;
    }

    boolean remove(String task) {
        boolean answer = decisions.remove(task);
        settle();
        return answer;
    }

    boolean restart(String task) {
        boolean answer = decisions.restart(task);
        settle();
        return answer;
    }

    boolean add(String name, Supplier<? extends Task> factory) {
        boolean answer = decisions.add(TaskSpec.of(name, factory));
        settle();
        return answer;
    }

    Run latestRun(String task) {
        return Objects.requireNonNull(latestRun.get(task), task);
    }

    TaskStatus status(String task) {
        return Objects.requireNonNull(decisions.statuses().get(task), task);
    }

    TaskState state(String task) {
        return status(task).state();
    }

    <T extends SupervisorEvent> List<T> events(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<Duration> delays() {
        return events(SupervisorEvent.RestartScheduled.class).stream()
                .map(SupervisorEvent.RestartScheduled::delay)
                .toList();
    }

    /** The most runs of a task that were alive at the same time. */
    int mostAlive(String task) {
        return mostAlive.getOrDefault(task, 0);
    }

    private Launcher.Interrupter launch(Run run, Supplier<? extends Task> factory) {
        latestRun.put(run.task(), run);
        mostAlive.merge(run.task(), alive.merge(run.task(), 1, Integer::sum), Math::max);
        Scripted script = (Scripted) factory.get();
        var ended = new boolean[1];
        if (script.lasts() != null) {
            clock.after(script.lasts(), () -> end(run, script.failure(), ended));
        }
        return () -> {
            if (script.obedient()) {
                clock.after(Duration.ZERO, () -> end(run, new InterruptedException(), ended));
            }
        };
    }

    private void end(Run run, @Nullable Throwable failure, boolean[] ended) {
        if (!ended[0]) {
            ended[0] = true;
            alive.merge(run.task(), -1, Integer::sum);
            decisions.ended(run.task(), run.number(), failure);
        }
    }

    /** Factories that follow one another: the first start gets the first script, and so on; the last one stays. */
    static Supplier<Scripted> inTurn(Scripted... scripts) {
        var next = new int[1];
        return () -> scripts[Math.min(next[0]++, scripts.length - 1)];
    }

    static Map<String, TaskState> statesOf(Map<String, TaskStatus> statuses) {
        var states = new LinkedHashMap<String, TaskState>();
        statuses.forEach((name, status) -> states.put(name, status.state()));
        return states;
    }
}
