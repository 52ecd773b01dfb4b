package dev.baton.sqlite;

import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The schedules in a file, each verb one transaction. */
final class FileSchedules implements ScheduleStore {

    private final Writer writer;
    private final Verbs written;
    private final Reader own;
    private final Runnable hint;

    FileSchedules(Writer writer, Verbs written, Reader own, Runnable hint) {
        this.writer = writer;
        this.written = written;
        this.own = own;
        this.hint = hint;
    }

    @Override
    public List<Declared> declare(List<Declaration> declarations, Instant now) {
        return writer.write(() -> written.schedules.declare(declarations));
    }

    @Override
    public Due due(Instant now, int limit, Set<String> except) {
        return own.read(on -> on.schedules.due(now, limit, except));
    }

    @Override
    public List<Fired> fire(List<Firing> firings, Instant now) {
        return writer.write(() -> written.schedules.fire(firings, written.commanding, now), hint);
    }

    @Override
    public List<ScheduleView> find(Collection<String> names) {
        return own.read(on -> on.schedules.find(names));
    }

    @Override
    public List<ScheduleView> list(Optional<String> after, int limit) {
        return own.read(on -> on.schedules.list(false, after, limit));
    }

    @Override
    public List<ScheduleView> inCode(Optional<String> after, int limit) {
        return own.read(on -> on.schedules.list(true, after, limit));
    }
}
