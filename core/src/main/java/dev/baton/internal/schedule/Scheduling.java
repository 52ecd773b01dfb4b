package dev.baton.internal.schedule;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.Route;
import dev.baton.store.ScheduleStore.Due;
import dev.baton.store.ScheduleStore.Fired;
import dev.baton.store.ScheduleView;
import dev.baton.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Fires schedules that are due. Every node does; who comes first to one has moved it on in the transaction that adds its job, and the others
 * find it changed. A crash before that leaves it due, one after it leaves it fired.
 */
public final class Scheduling {

    private static final int BATCH = 100;
    /** Others may store schedules that are due sooner than all that are known here. */
    private static final Duration LOOK = Duration.ofSeconds(5);
    /** Where there is none, whoever stores the first one looks after it, unless it is no node or dies. */
    private static final Duration LOOK_FOR_ANY = Duration.ofSeconds(30);
    /** How long one that cannot be fired here is left alone. */
    private static final Duration ASIDE = Duration.ofMinutes(1);

    private final JobStore store;
    private final Supplier<JobId> ids;
    private final Consumer<Event> events;
    private final Map<String, Instant> aside = new HashMap<>();

    /** Fires what this store has. */
    public Scheduling(JobStore store, Supplier<JobId> ids, Consumer<Event> events) {
        this.store = store;
        this.ids = ids;
        this.events = events;
    }

    /** Fires what is due, a batch at a time. Answers when to look again. */
    public Duration runOnce() {
        Instant now = store.clock().instant();
        aside.values().removeIf(until -> !until.isAfter(now));
        Due due = store.schedules().due(now, BATCH, Set.copyOf(aside.keySet()));
        if (due.schedules().isEmpty()) {
            Duration look = due.earliest().isEmpty() ? LOOK_FOR_ANY : LOOK;
            return due.earliest()
                    .filter(next -> next.isAfter(now) && next.isBefore(now.plus(look)))
                    .map(next -> Duration.between(now, next))
                    .orElse(look);
        }
        fireOrHalve(plans(due.schedules(), now), now);
        return Duration.ZERO;
    }

    private List<Plan> plans(List<ScheduleView> due, Instant now) {
        var plans = new ArrayList<Plan>();
        for (ScheduleView schedule : due) {
            try {
                plans.add(Plan.of(schedule, now, ids));
            } catch (RuntimeException e) {
                setAside(schedule.name(), e, now);
            }
        }
        return plans;
    }

    /** If the store refuses one of them, the others are fired without it. */
    private void fireOrHalve(List<Plan> plans, Instant now) {
        if (plans.isEmpty()) {
            return;
        }
        try {
            fire(plans, now);
        } catch (StoreUnavailableException | OutcomeUnknownException e) {
            throw e;
        } catch (BatonException e) {
            if (plans.size() == 1) {
                setAside(plans.get(0).firing().name(), e, now);
                return;
            }
            int half = plans.size() / 2;
            fireOrHalve(plans.subList(0, half), now);
            fireOrHalve(plans.subList(half, plans.size()), now);
        }
    }

    private void setAside(String schedule, RuntimeException failure, Instant now) {
        aside.put(schedule, now.plus(ASIDE));
        events.accept(new Event.ScheduleFailed(schedule, failure));
    }

    private void fire(List<Plan> plans, Instant now) {
        List<Fired> fired =
                store.schedules().fire(plans.stream().map(Plan::firing).toList(), now);
        for (int i = 0; i < plans.size(); i++) {
            if (fired.get(i).fired()) {
                tell(plans.get(i), fired.get(i));
            }
        }
    }

    private void tell(Plan plan, Fired fired) {
        String name = fired.name();
        plan.missed()
                .ifPresent(missed ->
                        events.accept(new Event.ScheduleSkipped(name, missed.first(), missed.last(), "missed")));
        for (int i = 0; i < plan.times().size(); i++) {
            Instant time = plan.times().get(i);
            NewJob job = plan.firing().jobs().get(i);
            if (fired.jobs().get(i).answer() == Inserted.Answer.EXISTING) {
                events.accept(new Event.ScheduleSkipped(name, time, time, "overlap"));
            } else {
                tellFired(events, name, job.id(), job.route(), time);
            }
        }
    }

    /** A job was added for this time. */
    static void tellFired(Consumer<Event> events, String schedule, JobId job, Route route, Instant time) {
        events.accept(new Event.JobCreated(job, route.type(), route.queue()));
        events.accept(new Event.ScheduleFired(job, route.type(), route.queue(), schedule, time));
    }
}
