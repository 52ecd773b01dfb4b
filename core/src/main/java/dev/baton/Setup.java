package dev.baton;

import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.parts.Ranges;
import dev.baton.internal.runtime.Core;
import dev.baton.internal.runtime.Service;
import dev.baton.internal.runtime.Settings;
import dev.baton.internal.runtime.Tasks;
import dev.baton.internal.tell.Teller;
import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobIds;
import dev.baton.job.JobType;
import dev.baton.job.PayloadCodec;
import dev.baton.observe.Event;
import dev.baton.schedule.Schedule;
import dev.baton.store.JobStore;
import dev.baton.supervise.Timeline;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What was collected for a {@link Baton}, and how it becomes one. */
final class Setup {

    private final JobStore store;
    final Faults faults = new Faults();
    final Handlers handlers = new Handlers(faults);
    final Kept kept = new Kept(faults);
    final Map<String, JobType<?>> types = new LinkedHashMap<>();
    final Set<String> expected = new LinkedHashSet<>();
    final Set<String> queues = new LinkedHashSet<>();
    final Limiting limiting = new Limiting(faults);
    final Listeners listeners = new Listeners();
    final Backlogs backlogs = new Backlogs(faults);
    final Ranges ranges;
    final Map<String, Schedule> schedules = new LinkedHashMap<>();
    final Supervised supervised = new Supervised();
    Startup.@Nullable Plan plan;

    @Nullable
    String node;

    boolean withProcess;
    Duration poll = Duration.ofMillis(500);
    Duration heartbeat = Duration.ofSeconds(3);
    Duration lease = Duration.ofSeconds(15);
    Duration recover = Duration.ofSeconds(3);
    Duration grace = Duration.ofSeconds(10);
    PayloadCodec codec = new JacksonCodec();
    RandomGenerator random = new SecureRandom();

    @Nullable
    ThreadFactory threads;

    @Nullable
    Timeline timeline;

    private boolean started;

    Setup(JobStore store) {
        this.store = Objects.requireNonNull(store, "store");
        this.ranges = new Ranges(store, () -> codec);
    }

    /** If it cannot be done, the store is closed and nothing was served. */
    Baton start() {
        if (started) {
            throw new BatonException(
                    "ALREADY_STARTED", "This setup was started before; its store is in use. Make another.");
        }
        started = true;
        Timeline time = timeline == null ? Timeline.system() : timeline;
        Tasks tasks = orClosed(() -> checked(time));
        var settings = new Settings(
                limiting.limits(),
                new Settings.Timings(poll, heartbeat, lease, recover, grace, kept.retention(types.values())),
                time,
                random,
                codec,
                threads == null ? HandlerThreads.standard() : HandlerThreads.pool(threads));
        var registry = new Registry(handlers.registrations(), queues, handlers.pauses(), backlogs.drains())
                .with(ranges.watch().map(watch -> new Registry.Beside(watch::runOnce, watch::wakeBy)));
        var enqueuing = new Enqueuing(Map.copyOf(types), codec, new JobIds(store.clock(), random));
        var service = new Service(
                Optional.ofNullable(node),
                tasks,
                supervised.haveSingletons(),
                withProcess,
                backlogs.admitting(time),
                List.copyOf(schedules.values()));
        Teller<Event> teller = listeners.teller(handlers.alerts(time));
        var core = orClosed(() -> new Core(store, registry, enqueuing, settings, service, teller));
        orClosed(() -> {
            supervised.register(core, tasks);
            return tasks;
        });
        core.watch(backlogs.hooks(enqueuing));
        listeners.begin(core);
        var baton = new Baton(core, ranges);
        Startup.Plan steps = plan;
        core.start(steps == null ? Optional.empty() : Optional.of(() -> steps.run(new Startup(baton, tasks, codec))));
        return baton;
    }

    private Tasks checked(Timeline time) {
        handlers.check(expected);
        backlogs.check(handlers);
        limiting.check(handlers::handle);
        Tasks tasks = supervised.tasks(time, grace, faults);
        faults.throwIfAny();
        return tasks;
    }

    private <T> T orClosed(Supplier<T> preparation) {
        try {
            return preparation.get();
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }
}
