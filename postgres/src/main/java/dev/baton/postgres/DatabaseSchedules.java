package dev.baton.postgres;

import dev.baton.store.NewJob;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The schedules in a database, each verb one transaction. */
final class DatabaseSchedules implements ScheduleStore {

    private final PostgresStore store;

    DatabaseSchedules(PostgresStore store) {
        this.store = store;
    }

    @Override
    public List<Declared> declare(List<Declaration> declarations, Instant now) {
        return store.write(on -> on.schedules.declare(declarations));
    }

    @Override
    public Due due(Instant now, int limit, Set<String> except) {
        return store.read(on -> on.schedules.due(now, limit, except));
    }

    @Override
    public List<Fired> fire(List<Firing> firings, Instant now) {
        List<NewJob> jobs =
                firings.stream().flatMap(each -> each.jobs().stream()).toList();
        return store.adding(jobs, on -> on.schedules.fire(firings, on.commanding, now));
    }

    @Override
    public List<ScheduleView> find(Collection<String> names) {
        return store.read(on -> on.schedules.find(names));
    }

    @Override
    public List<ScheduleView> list(Optional<String> after, int limit) {
        return store.read(on -> on.schedules.list(false, after, limit));
    }

    @Override
    public List<ScheduleView> inCode(Optional<String> after, int limit) {
        return store.read(on -> on.schedules.list(true, after, limit));
    }
}
