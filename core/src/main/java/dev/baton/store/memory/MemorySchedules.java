package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.store.ActionView;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnSchedule;
import dev.baton.store.OperatorCommand.ScheduleAct;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Schedules, each verb one transaction. */
final class MemorySchedules implements ScheduleStore {

    private static final Comparator<ScheduleView> DUE_LONGEST = Comparator.<ScheduleView, Instant>comparing(
                    each -> each.nextAt().orElse(Instant.MAX))
            .thenComparing(ScheduleView::name);

    private final Tables tables;
    private final Inserting inserting;
    private final Commanding commanding;
    private final MemoryEvidence.Transaction transaction;
    private final Runnable hint;

    MemorySchedules(
            Tables tables,
            Inserting inserting,
            Commanding commanding,
            MemoryEvidence.Transaction transaction,
            Runnable hint) {
        this.tables = tables;
        this.inserting = inserting;
        this.commanding = commanding;
        this.transaction = transaction;
        this.hint = hint;
    }

    @Override
    public List<Declared> declare(List<Declaration> declarations, Instant now) {
        return transaction.write(() -> declarations.stream().map(this::declare).toList());
    }

    private Declared declare(Declaration wanted) {
        ScheduleDefinition definition = wanted.definition();
        ScheduleView known = tables.schedules.get(definition.name());
        if (known == null) {
            put(new ScheduleView(definition, 1, false, wanted.nextAt(), ScheduleView.Last.NONE));
            return Declared.ADDED;
        } else if (known.definition().sha256().equals(definition.sha256())) {
            return Declared.SAME;
        }
        boolean sameTiming =
                known.definition().rules().timing().equals(definition.rules().timing());
        Optional<Instant> next = sameTiming ? known.nextAt() : wanted.nextAt();
        put(new ScheduleView(definition, known.revision() + 1, known.paused(), next, known.last()));
        return Declared.CHANGED;
    }

    @Override
    public Due due(Instant now, int limit, Set<String> except) {
        return transaction.write(() -> {
            Predicate<ScheduleView> isDue = each -> !except.contains(each.name())
                    && !each.nextAt().orElseThrow().isAfter(now);
            return new Due(
                    active().filter(isDue).limit(limit).toList(),
                    active().findFirst().flatMap(ScheduleView::nextAt));
        });
    }

    private Stream<ScheduleView> active() {
        return tables.schedules.values().stream()
                .filter(each -> !each.paused() && each.nextAt().isPresent())
                .sorted(DUE_LONGEST);
    }

    @Override
    public List<Fired> fire(List<Firing> firings, Instant now) {
        List<Fired> fired = transaction.write(
                () -> firings.stream().map(each -> fire(each, now)).toList());
        hint.run();
        return fired;
    }

    private Fired fire(Firing firing, Instant now) {
        ScheduleView known = tables.schedules.get(firing.name());
        if (known == null || known.revision() != firing.revision()) {
            return Fired.not(firing.name());
        }
        if (firing.replaces()) {
            known.last()
                    .job()
                    .ifPresent(last -> commanding.command(
                            new OperatorCommand.OnJob(last, Act.CANCEL, ScheduleStore.replacing(firing.name())), now));
        }
        List<Inserted> inserted = inserting.insert(firing.jobs(), now);
        var fired = new Fired(firing.name(), true, inserted);
        Optional<JobId> added = fired.added().map(Inserted::id);
        var last = added.isPresent()
                ? new ScheduleView.Last(Optional.of(firing.move().fireTime()), added)
                : known.last();
        put(new ScheduleView(
                known.definition(),
                known.revision() + 1,
                known.paused(),
                firing.move().nextAt(),
                last));
        firing.by()
                .filter(by -> added.isPresent())
                .ifPresent(by -> tables.append(
                        tables.actions,
                        new ActionView(
                                RUN, OnSchedule.targetOf(firing.name()), by, "", String.valueOf(added.get()), now)));
        return fired;
    }

    private void put(ScheduleView schedule) {
        tables.put(tables.schedules, schedule.name(), schedule);
    }

    @Override
    public List<ScheduleView> find(Collection<String> names) {
        return transaction.write(() -> tables.schedules.values().stream()
                .filter(each -> names.contains(each.name()))
                .toList());
    }

    @Override
    public List<ScheduleView> list(Optional<String> after, int limit) {
        return list(after, limit, any -> true);
    }

    @Override
    public List<ScheduleView> inCode(Optional<String> after, int limit) {
        return list(after, limit, each -> each.definition().inCode());
    }

    private List<ScheduleView> list(Optional<String> after, int limit, Predicate<ScheduleView> which) {
        return transaction.write(() -> tables.schedules.values().stream()
                .filter(each -> after.isEmpty() || each.name().compareTo(after.get()) > 0)
                .filter(which)
                .limit(limit)
                .toList());
    }

    /** How it stood before; empty if there is none. */
    static Optional<String> command(Tables tables, OnSchedule command) {
        ScheduleView was = tables.schedules.get(command.name());
        if (was == null) {
            return Optional.empty();
        }
        boolean resumed = command.what() == ScheduleAct.RESUME;
        Optional<Instant> next = resumed ? later(was.nextAt(), command.nextAt()) : was.nextAt();
        var is = new ScheduleView(was.definition(), was.revision() + 1, !resumed, next, was.last());
        tables.put(tables.schedules, command.name(), command.what() == ScheduleAct.REMOVE ? null : is);
        return Optional.of(ScheduleAct.shown(was.paused()));
    }

    private static Optional<Instant> later(Optional<Instant> one, Optional<Instant> other) {
        return one.isPresent() && other.isPresent() && other.get().isAfter(one.get()) ? other : one;
    }
}
