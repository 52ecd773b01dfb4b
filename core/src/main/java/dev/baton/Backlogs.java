package dev.baton;

import dev.baton.internal.check.Names;
import dev.baton.internal.drain.Draining;
import dev.baton.internal.enqueue.Admitting;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.store.Backlog;
import dev.baton.store.NewJob;
import dev.baton.supervise.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** How many jobs may be pending, and what follows when all of some types are done. */
final class Backlogs {

    private final Faults faults;
    private final Map<Backlog.Part, Long> most = new LinkedHashMap<>();
    private final Map<String, Follow> follows = new LinkedHashMap<>();

    private record Follow(Backlog.Drain drain, Supplier<? extends JobRequest<?>> job) {}

    Backlogs(Faults faults) {
        this.faults = faults;
    }

    void limit(JobType<?> type, long number) {
        limit(new Backlog.Part(Optional.of(type.name()), Optional.empty()), "type " + type.name(), number);
    }

    void limit(String queue, long number) {
        Names.checked("a queue", queue);
        limit(new Backlog.Part(Optional.empty(), Optional.of(queue)), "queue " + queue, number);
    }

    private void limit(Backlog.Part part, String what, long number) {
        faults.unless(number >= 1, "the backlog of " + what + " must be at least 1; got " + number);
        most.put(part, number);
    }

    void follow(String name, Collection<JobType<?>> types, Supplier<? extends JobRequest<?>> job) {
        Names.checkedText("the name of what follows when all is done", name);
        Objects.requireNonNull(job, "job");
        Set<String> names = types.stream().map(JobType::name).collect(Collectors.toCollection(LinkedHashSet::new));
        faults.unless(!names.isEmpty(), "onDrained " + name + " names no type");
        faults.unless(
                follows.put(name, new Follow(new Backlog.Drain(name, names), job)) == null,
                "onDrained " + name + " is there twice");
    }

    /** What can be wrong once all handlers are there. A node that does not take a type leaves no notes of it. */
    void check(Handlers handlers) {
        follows.values()
                .forEach(each -> each.drain()
                        .types()
                        .forEach(type -> faults.unless(
                                handlers.handle(type),
                                "onDrained " + each.drain().name() + " waits for the type " + type
                                        + ", which is not handled here")));
    }

    /** The drains that watch each type. */
    Map<String, Set<String>> drains() {
        var drains = new LinkedHashMap<String, Set<String>>();
        follows.forEach((name, each) -> each.drain()
                .types()
                .forEach(type -> drains.computeIfAbsent(type, any -> new LinkedHashSet<>())
                        .add(name)));
        return drains;
    }

    List<Draining.Hook> hooks(Enqueuing enqueuing) {
        var hooks = new ArrayList<Draining.Hook>();
        follows.values()
                .forEach(each -> hooks.add(new Draining.Hook(each.drain(), now -> following(each, enqueuing, now))));
        return hooks;
    }

    private static NewJob following(Follow each, Enqueuing enqueuing, Instant now) {
        NewJob job = enqueuing.jobs(List.of(each.job().get()), now).get(0);
        if (each.drain().types().contains(job.route().type())) {
            throw new BatonException(
                    "BAD_SETTING",
                    "What follows onDrained " + each.drain().name() + " is of a type that it waits for, "
                            + job.route().type() + ", and would follow itself for ever; nothing was stored.");
        }
        return job;
    }

    Admitting admitting(Timeline time) {
        return new Admitting(most, time);
    }
}
