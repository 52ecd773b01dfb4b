package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.store.FinishedJobs;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What is over in a database, looked at and removed by name. */
final class DatabaseArchive implements FinishedJobs {

    private final Transactions transactions;

    DatabaseArchive(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public List<One> list(Instant from, Optional<JobId> after, Instant before, int limit) {
        return transactions.read(on -> new Pruning(on).list(from, after, before, limit));
    }

    @Override
    public int remove(Collection<JobId> jobs) {
        return transactions.write(on -> new Pruning(on).remove(jobs));
    }
}
