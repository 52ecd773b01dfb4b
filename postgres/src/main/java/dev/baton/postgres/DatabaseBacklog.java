package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.store.Backlog;
import dev.baton.store.NewJob;
import dev.baton.store.StoreTransaction;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What is still to be done in a database. */
record DatabaseBacklog(Transactions transactions, CallersPart callers, Wakeups wakeups, Noting noting)
        implements Backlog {

    /** A transaction that may leave something to be looked at. */
    @FunctionalInterface
    interface Noting {
        boolean run(Verbs.Part<Boolean> part);
    }

    @Override
    public Optional<JobId> open(Set<String> types) {
        return transactions.read(on -> new Drains(on).open(types));
    }

    @Override
    public Look look(Drain drain, Optional<JobId> seen) {
        Drains.Seen look = transactions.read(on -> new Drains(on).look(drain, seen));
        if (look.areMany() && look.open().isPresent()) {
            transactions.write(on -> new Drains(on).compact(drain));
        }
        return new Look(look.notes() > 0, look.open());
    }

    @Override
    public boolean end(Drain drain, NewJob hook, Instant now) {
        boolean ended = noting.run(on -> on.drains.end(drain, hook, on.inserting, now));
        if (ended) {
            wakeups.work(Set.of(hook.route()));
        }
        return ended;
    }

    /** On the caller's connection: a pool may have no other. */
    @Override
    public long pending(Optional<StoreTransaction> caller, Part part, long cap) {
        Work<Long> count = on -> new Counting(on, cap, Instant.EPOCH).pending(part);
        return caller.isPresent() ? callers.runAlone(caller.get(), Set.of(), count) : transactions.read(count);
    }
}
