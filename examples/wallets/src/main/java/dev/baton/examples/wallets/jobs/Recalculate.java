package dev.baton.examples.wallets.jobs;

import dev.baton.examples.tables.Database;
import dev.baton.examples.wallets.ledger.Ledger;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;

/** What follows when all is read: transfers are classified, and what wallets come to is reckoned. */
public final class Recalculate {

    /** Of all wallets. */
    public record All() {}

    /** The type. */
    public static final JobType<All> TYPE =
            JobType.of("wallets.recalculate", All.class).keyScope(KeyScope.ACTIVE);

    private Recalculate() {}

    /** One that waits is enough; while one runs, another may. */
    public static JobRequest<All> job() {
        return TYPE.job(new All()).uniqueKey("all").againIfRunning();
    }

    /** Does it. */
    public static void run(Database database) throws Exception {
        boolean done = database.transact(transaction -> {
            Ledger.recalculate(transaction);
            return true;
        });
        assert done;
    }
}
