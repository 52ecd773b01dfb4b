package dev.baton;

import dev.baton.internal.runtime.Core;
import dev.baton.internal.runtime.Tasks;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The tasks of a setup, and how they are kept alive. */
final class Supervised {

    private static final RestartPolicy FOR_EVER =
            RestartPolicy.defaults().unlimited().baseDelay(Duration.ofSeconds(5));

    private final List<TaskSpec> tasks = new ArrayList<>();
    private final Map<String, LongFunction<? extends Task>> singletons = new LinkedHashMap<>();
    private Consumer<SupervisorBuilder> changes = defaults -> {};

    void add(TaskSpec task) {
        tasks.add(task);
    }

    void addSingleton(String name, LongFunction<? extends Task> factory) {
        singletons.put(name, factory);
    }

    void change(Consumer<SupervisorBuilder> wanted) {
        changes = wanted;
    }

    boolean haveSingletons() {
        return !singletons.isEmpty();
    }

    /** Begins nothing. What is wrong with their settings is found now, and not when the start-up plan has run. */
    Tasks tasks(Timeline time, Duration grace, Faults faults) {
        SupervisorBuilder setup =
                Supervisor.builder().restart(FOR_EVER).stopGrace(grace).timeline(time);
        changes.accept(setup);
        tasks.forEach(setup::task);
        setup.faults().forEach(fault -> faults.unless(false, fault));
        return new Tasks(setup);
    }

    void register(Core core, Tasks with) {
        tasks.forEach(with::register);
        singletons.forEach((name, factory) -> with.register(core.singleton(name, factory)));
    }
}
