package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.schedule.Declaring;
import dev.baton.job.BatonException;
import dev.baton.observe.Event;
import dev.baton.schedule.Schedule;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.OperatorCommand.ScheduleAct;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What comes again and again: what programs and operators ask of it. The engine fires it. */
public final class Recurring {

    private final Core core;
    private final Registry registry;
    private final Enqueuing enqueuing;
    private final @Nullable Engine engine;
    private final List<ScheduleDefinition> named;

    /** What is wrong with a schedule is found here, before anything begins. */
    Recurring(Core core, Registry registry, Enqueuing enqueuing, @Nullable Engine engine, List<Schedule> schedules) {
        this.core = core;
        this.registry = registry;
        this.enqueuing = enqueuing;
        this.engine = engine;
        this.named =
                schedules.stream().map(each -> enqueuing.schedule(each, true)).toList();
    }

    /** Stores what this program names, and tells of what it does not. Who only enqueues and names none has no business with them. */
    void begin() {
        if (!named.isEmpty()) {
            store(named);
        }
        if (engine != null || !named.isEmpty()) {
            Set<String> names = named.stream().map(ScheduleDefinition::name).collect(Collectors.toUnmodifiableSet());
            with(declaring -> {
                declaring.tellOthers(names, registry::handles);
                return names;
            });
        }
    }

    /** Stores these; others than those that programs name are nobody's but the store's. */
    public void declare(List<Schedule> schedules) {
        store(schedules.stream().map(each -> enqueuing.schedule(each, false)).toList());
    }

    private void store(List<ScheduleDefinition> definitions) {
        with(declaring -> {
            declaring.declare(definitions, core.now());
            return definitions;
        });
        wake();
    }

    /** A schedule by its name. */
    public Optional<ScheduleView> find(String name) {
        return with(declaring -> declaring.find(name));
    }

    /** The next times of a schedule. */
    public List<Instant> fireTimes(String name, int howMany) {
        ScheduleView schedule =
                find(name).orElseThrow(() -> new BatonException("NOT_FOUND", "There is no schedule " + name + "."));
        return Declaring.fireTimes(schedule, core.now(), howMany);
    }

    /** Fires a schedule now. */
    public Inserted run(String name, By by) {
        Inserted answer = with(declaring -> declaring.run(name, by, core.now(), enqueuing::nextId));
        core.tell(new Event.OperatorActed(
                ScheduleStore.RUN,
                OperatorCommand.OnSchedule.targetOf(name),
                by.who(),
                answer.answer().name()));
        return answer;
    }

    /** Pauses, resumes or removes a schedule. */
    public CommandResult command(String name, ScheduleAct act, By by) {
        Optional<Instant> next = act == ScheduleAct.RESUME
                ? find(name).flatMap(schedule -> Declaring.resumedAt(schedule, core.now()))
                : Optional.empty();
        CommandResult result = core.operating().command(new OperatorCommand.OnSchedule(name, act, next, by));
        wake();
        return result;
    }

    private <T> T with(Function<Declaring, T> asked) {
        return core.ask(open -> asked.apply(new Declaring(open.schedules(), core::tell)));
    }

    private void wake() {
        if (engine != null) {
            engine.wakeSchedules();
        }
    }
}
