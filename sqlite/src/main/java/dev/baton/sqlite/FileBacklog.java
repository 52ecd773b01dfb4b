package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.store.Backlog;
import dev.baton.store.NewJob;
import dev.baton.store.StoreTransaction;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What is still to be done in a file. Whoever asks within a transaction of theirs is answered beside it, from what is committed. */
record FileBacklog(Reader reader, Writer writer, Verbs written, Runnable hint) implements Backlog {

    @Override
    public Optional<JobId> open(Set<String> types) {
        return reader.read(on -> new Drains(on.jdbc).open(types));
    }

    @Override
    public Look look(Drain drain, Optional<JobId> seen) {
        return reader.read(on -> new Drains(on.jdbc).look(drain, seen));
    }

    @Override
    public boolean end(Drain drain, NewJob hook, Instant now) {
        return writer.write(() -> new Drains(written.jdbc).end(drain, hook, written.inserting, now), hint);
    }

    @Override
    public long pending(Optional<StoreTransaction> caller, Part part, long cap) {
        return reader.read(on -> new Counting(on.jdbc, cap, Instant.EPOCH).pending(part));
    }
}
