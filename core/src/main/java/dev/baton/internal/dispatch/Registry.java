package dev.baton.internal.dispatch;

import dev.baton.job.JobType;
import dev.baton.job.ParkedHead;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The handlers of this process by the names of their types, and the routes on which it can take jobs. */
public final class Registry {

    /** A job that took so many processes down with it is not given to another. */
    private static final int LOSSES_MAX = 3;

    private final Map<String, Registration<?, ?>> handlers = new LinkedHashMap<>();
    private final Map<Route, Terms> routes = new LinkedHashMap<>();

    private final Map<String, Duration> pauses;

    private Optional<Beside> beside = Optional.empty();

    /**
     * What is done beside taking jobs, step by step.
     *
     * @param step does a little, and says when it is due again
     * @param wakeBy is told what brings that forward
     */
    public record Beside(Supplier<Duration> step, Consumer<Runnable> wakeBy) {}

    /** These handlers, each on the queue of its type and on these. */
    public Registry(List<? extends Registration<?, ?>> registrations, Set<String> queues) {
        this(registrations, queues, Map.of(), Map.of());
    }

    /** The same, with how long some types pause here when a job of theirs failed for good, and the drains that watch some. */
    public Registry(
            List<? extends Registration<?, ?>> registrations,
            Set<String> queues,
            Map<String, Duration> pauses,
            Map<String, Set<String>> drains) {
        this.pauses = pauses;
        for (Registration<?, ?> each : registrations) {
            var served = new LinkedHashSet<>(queues);
            served.add(each.type().queue());
            handlers.put(each.type().name(), each);
            JobType<?> type = each.type();
            var terms = new Terms(
                    type.retry().attempts(),
                    LOSSES_MAX,
                    type.onCrash(),
                    type.parkedHead(),
                    type.isReplayable(),
                    drains.getOrDefault(type.name(), Set.of()));
            for (String queue : served) {
                for (int version = each.type().oldestVersion();
                        version <= each.type().version();
                        version++) {
                    routes.put(new Route(queue, each.type().name(), version), terms);
                }
            }
        }
    }

    /** The same with this beside it. */
    public Registry with(Optional<Beside> other) {
        beside = other;
        return this;
    }

    /** What is done beside taking jobs. */
    public Optional<Beside> beside() {
        return beside;
    }

    /** The handler of a type that was claimed. */
    Registration<?, ?> get(String type) {
        Registration<?, ?> handler = handlers.get(type);
        if (handler == null) {
            throw new IllegalStateException("Claimed what nobody here handles: " + type);
        }
        return handler;
    }

    /** All on which this process can take jobs, each with what a stranger needs to know if it dies. */
    public Map<Route, Terms> routes() {
        return routes;
    }

    /** How long some types pause here when a job of theirs failed for good. */
    public Map<String, Duration> pauses() {
        return pauses;
    }

    /** Does a parked job of this route keep its lane closed? As far as is known here. */
    public boolean blocksLanes(Route route) {
        Terms terms = routes.get(route.plain());
        return terms == null || terms.parkedHead() == ParkedHead.BLOCKS;
    }

    /** Is there a handler of this type, on whatever queue? */
    public boolean handles(String type) {
        return handlers.containsKey(type);
    }

    /** Would this process take such a job? */
    public boolean serves(Route route) {
        return routes.containsKey(route.plain());
    }

    /** Is there nothing to do here at all? */
    public boolean isEmpty() {
        return handlers.isEmpty();
    }
}
