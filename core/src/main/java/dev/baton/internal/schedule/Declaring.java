package dev.baton.internal.schedule;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleStore.Declaration;
import dev.baton.store.ScheduleStore.Declared;
import dev.baton.store.ScheduleStore.Fired;
import dev.baton.store.ScheduleStore.Firing;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What is asked of schedules beside firing them in time, in steps that others may come between. */
public final class Declaring {

    private static final int PAGE = 500;
    /** How many schedules nobody names are told of when a program starts. */
    private static final int TOLD_MAX = 1_000;
    /** How often a schedule is looked at again that others change all the time. */
    private static final int LOOKS = 10;

    private final ScheduleStore store;
    private final Consumer<Event> events;

    /** On these schedules. */
    public Declaring(ScheduleStore store, Consumer<Event> events) {
        this.store = store;
        this.events = events;
    }

    /** Stores these, in batches. No time comes twice, also if the clock was set back or the timing is another one now. */
    public void declare(List<ScheduleDefinition> definitions, Instant now) {
        for (int from = 0; from < definitions.size(); from += PAGE) {
            declareBatch(definitions.subList(from, Math.min(from + PAGE, definitions.size())), now);
        }
    }

    private void declareBatch(List<ScheduleDefinition> batch, Instant now) {
        Map<String, ScheduleView> known = store
                .find(batch.stream().map(ScheduleDefinition::name).toList())
                .stream()
                .collect(Collectors.toMap(ScheduleView::name, Function.identity()));
        List<Declaration> declarations = batch.stream()
                .map(each -> new Declaration(each, first(each, Optional.ofNullable(known.get(each.name())), now)))
                .toList();
        List<Declared> declared = store.declare(declarations, now);
        for (int i = 0; i < batch.size(); i++) {
            if (declared.get(i) != Declared.SAME) {
                events.accept(new Event.ScheduleStored(
                        batch.get(i).name(),
                        declared.get(i).name().toLowerCase(Locale.ROOT),
                        batch.get(i).rules().timing()));
            }
        }
    }

    private static Optional<Instant> first(ScheduleDefinition definition, Optional<ScheduleView> known, Instant now) {
        Instant last = known.flatMap(each -> each.last().fireTime()).orElse(now);
        return Timing.parse(definition.rules().timing()).first(last.isAfter(now) ? last : now);
    }

    /** Tells of those that programs once named and this one does not, if they are any of its business. */
    public void tellOthers(Set<String> named, Predicate<String> handles) {
        int told = 0;
        Optional<String> after = Optional.empty();
        for (List<ScheduleView> page = store.inCode(after, PAGE);
                !page.isEmpty() && told < TOLD_MAX;
                page = store.inCode(after, PAGE)) {
            for (ScheduleView each : page) {
                String type = each.definition().job().route().type();
                if (!named.contains(each.name()) && (!named.isEmpty() || handles.test(type))) {
                    events.accept(new Event.ScheduleNotInCode(
                            each.name(), type, each.definition().rules().timing()));
                    told++;
                }
            }
            after = Optional.of(page.get(page.size() - 1).name());
        }
    }

    /** Fires one that is there, now and beside its times. */
    public Inserted run(String name, By by, Instant now, Supplier<JobId> ids) {
        for (int look = 0; look < LOOKS; look++) {
            ScheduleView schedule = find(name)
                    .orElseThrow(() ->
                            new BatonException("NOT_FOUND", "There is no schedule " + name + "; nothing changed."));
            Firing firing = Plan.now(schedule, now, by, ids);
            Fired fired = store.fire(List.of(firing), now).get(0);
            if (fired.fired()) {
                Inserted answer = fired.jobs().get(0);
                fired.added()
                        .ifPresent(added -> Scheduling.tellFired(
                                events, name, added.id(), firing.jobs().get(0).route(), now));
                return answer;
            }
        }
        throw new BatonException(
                "STATE_CONFLICT", "Schedule " + name + " was changed by others again and again; nothing changed.");
    }

    /** A schedule by its name. */
    public Optional<ScheduleView> find(String name) {
        return store.find(List.of(name)).stream().findFirst();
    }

    /** When a schedule is to go on that is resumed now: what fell into the pause is not made up for. */
    public static Optional<Instant> resumedAt(ScheduleView schedule, Instant now) {
        Timing timing = Timing.parse(schedule.definition().rules().timing());
        return schedule.nextAt().flatMap(next -> timing.after(next, now));
    }

    /** The next times of a schedule, at most so many, whether it is paused or not. */
    public static List<Instant> fireTimes(ScheduleView schedule, Instant now, int howMany) {
        Timing timing = Timing.parse(schedule.definition().rules().timing());
        Optional<Instant> first = schedule.paused() ? resumedAt(schedule, now) : schedule.nextAt();
        return timing.times(first, howMany);
    }
}
