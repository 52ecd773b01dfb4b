package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.store.Backlog;
import dev.baton.store.NewJob;
import dev.baton.store.Route;
import dev.baton.store.StoreTransaction;
import dev.baton.store.memory.Tables.PendingRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What is still to be done. One transaction at a time, so that one note of a drain is enough. */
final class MemoryBacklog implements Backlog {

    private final Tables tables;
    private final Inserting inserting;
    private final MemoryStore store;

    MemoryBacklog(Tables tables, Inserting inserting, MemoryStore store) {
        this.tables = tables;
        this.inserting = inserting;
        this.store = store;
    }

    @Override
    public Optional<JobId> open(Set<String> types) {
        return store.write(() -> anyOpen(types));
    }

    @Override
    public Look look(Drain drain, Optional<JobId> seen) {
        return store.write(() -> {
            boolean noted = tables.drainNotes.containsKey(drain.name());
            if (!noted) {
                return new Look(false, Optional.empty());
            }
            Optional<JobId> still = seen.filter(this::isOpen);
            return new Look(true, still.isPresent() ? still : anyOpen(drain.types()));
        });
    }

    @Override
    public boolean end(Drain drain, NewJob hook, Instant now) {
        boolean ended = store.write(() -> {
            boolean noted = tables.drainNotes.containsKey(drain.name());
            if (!noted || anyOpen(drain.types()).isPresent()) {
                return false;
            }
            tables.put(tables.drainNotes, drain.name(), null);
            inserting.insert(List.of(hook), now);
            return true;
        });
        if (ended) {
            store.hint();
        }
        return ended;
    }

    @Override
    public long pending(Optional<StoreTransaction> caller, Part part, long cap) {
        Supplier<Long> count = () -> tables.pending.keySet().stream()
                .filter(id -> part.has(route(id)))
                .limit(cap)
                .count();
        return caller.isPresent() ? store.within(caller.get(), count) : store.write(count);
    }

    private boolean isOpen(JobId id) {
        PendingRow waiting = tables.pending.get(id);
        return tables.running.containsKey(id) || (waiting != null && isOpen(waiting));
    }

    private Optional<JobId> anyOpen(Set<String> types) {
        Stream<JobId> waiting = tables.pending.entrySet().stream()
                .filter(each -> isOpen(each.getValue()))
                .map(Map.Entry::getKey);
        return Stream.concat(tables.running.keySet().stream(), waiting)
                .filter(id -> types.contains(route(id).type()))
                .findFirst();
    }

    /** Neither retrying nor parked. */
    private static boolean isOpen(PendingRow row) {
        return !(row.ready() && row.retrying());
    }

    private Route route(JobId id) {
        return Objects.requireNonNull(tables.jobs.get(id)).route();
    }
}
