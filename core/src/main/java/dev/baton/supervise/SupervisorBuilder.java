package dev.baton.supervise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what a {@link Supervisor} needs, in any order; everything is checked and put together in {@link #start}. */
public final class SupervisorBuilder {

    final Map<String, TaskSpec> tasks = new LinkedHashMap<>();
    final List<Consumer<? super SupervisorEvent>> listeners = new ArrayList<>();
    ThreadFactory threads = ThreadLauncher::daemon;

    @Nullable
    Timeline timeline;

    private RestartPolicy restart = RestartPolicy.defaults();
    private Duration checkEvery = Duration.ofMillis(200);
    private Duration stopGrace = Duration.ofSeconds(10);
    private OptionalDouble deadThreshold = OptionalDouble.empty();

    SupervisorBuilder() {
        listeners.add(new SupervisorLog());
    }

    /** A task with nothing special about it. Registering a name again replaces what was registered before. */
    public SupervisorBuilder task(String name, Supplier<? extends Task> factory) {
        return task(TaskSpec.of(name, factory));
    }

    /** A task with wishes of its own. Registering a name again replaces what was registered before. */
    public SupervisorBuilder task(TaskSpec spec) {
        tasks.put(spec.name(), spec);
        return this;
    }

    /** How tasks restart that have no policy of their own. Default: {@link RestartPolicy#defaults()}. */
    public SupervisorBuilder restart(RestartPolicy policy) {
        restart = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * How often stability, hanging and the share of dead tasks are looked at. Failures are seen at once, whatever this says.
     * Raise it to wake up less often. Default: 200 ms.
     */
    public SupervisorBuilder checkEvery(Duration interval) {
        checkEvery = Objects.requireNonNull(interval, "interval");
        return this;
    }

    /** How long a run that was told to stop is waited for before it is abandoned. Default: 10 s. */
    public SupervisorBuilder stopGrace(Duration grace) {
        stopGrace = Objects.requireNonNull(grace, "grace");
        return this;
    }

    /**
     * Ends the supervisor when a larger share of its tasks than this is dead. 0 means at the first death, 1 means never;
     * values outside are moved to the nearer of the two. Default: it never ends for that reason.
     */
    public SupervisorBuilder deadThreshold(double share) {
        deadThreshold = OptionalDouble.of(share);
        return this;
    }

    /**
     * Tells this listener every event, in order, on a thread all listeners share. It may send commands. What it throws is
     * logged. Events that listeners cannot keep up with are dropped and counted. Default: the log alone.
     */
    public SupervisorBuilder listener(Consumer<? super SupervisorEvent> listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Where the threads of the tasks come from. Default: daemon threads; on Java 21 virtual threads do well too. */
    public SupervisorBuilder threads(ThreadFactory factory) {
        threads = Objects.requireNonNull(factory, "factory");
        return this;
    }

    /** The time to live in, for tests. Default: the system's. */
    public SupervisorBuilder timeline(Timeline time) {
        timeline = Objects.requireNonNull(time, "time");
        return this;
    }

    /** Starts the supervisor and all tasks. If a setting is wrong, nothing starts and one exception names every fault. */
    public Supervisor start() {
        Check.noFaults(faults());
        return new Supervisor(this);
    }

    SupervisorSettings settings() {
        OptionalDouble clamped = deadThreshold.isEmpty()
                ? deadThreshold
                : OptionalDouble.of(Math.max(0, Math.min(1, deadThreshold.getAsDouble())));
        return new SupervisorSettings(restart, checkEvery, stopGrace, clamped);
    }

    /** What is wrong with the settings and with those of the tasks, each in a few words; empty if {@link #start} will take them. */
    public List<String> faults() {
        var faults = new ArrayList<>(restart.faults());
        if (checkEvery.isNegative() || checkEvery.isZero()) {
            faults.add("checkEvery must be positive; got " + checkEvery);
        }
        if (stopGrace.isNegative()) {
            faults.add("stopGrace must not be negative; got " + stopGrace);
        }
        if (deadThreshold.isPresent() && Double.isNaN(deadThreshold.getAsDouble())) {
            faults.add("deadThreshold must be a number from 0 to 1; got NaN");
        }
        tasks.values().forEach(task -> faults.addAll(task.faults()));
        return faults;
    }
}
