package dev.baton.examples.wallets.jobs;

import dev.baton.examples.tables.Database;
import dev.baton.examples.wallets.chain.ChainApi;
import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.chain.RateLimitedException;
import dev.baton.examples.wallets.chain.Transfer;
import dev.baton.examples.wallets.ledger.Ledger;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.job.Run;
import java.time.InstantSource;
import java.util.List;

/**
 * Reads the past of a wallet on a network, batch by batch. A batch, what it adds to the balance, how far it came and the checkpoint are one
 * transaction, and so are the last one and the end of the job: whatever dies when, it goes on after the last batch that was committed.
 */
public final class Backfill {

    private final ChainApi chain;
    private final Database database;
    private final InstantSource clock;
    private final long batch;

    /**
     * What an attempt leaves to the next.
     *
     * @param last the last block that is booked
     * @param to the last one that is to be
     */
    public record Window(long last, long to) {}

    /** Reads so many blocks at a time. */
    public Backfill(ChainApi chain, Database database, InstantSource clock, long batch) {
        this.chain = chain;
        this.database = database;
        this.clock = clock;
        this.batch = batch;
    }

    /** The type, with retries as they are set. */
    public static JobType<WalletOnNetwork> type(Retry retry) {
        return JobType.of("wallet.backfill", WalletOnNetwork.class)
                .keyScope(KeyScope.ACTIVE)
                .retry(retry)
                .label(WalletOnNetwork::key);
    }

    /** Does it, from where it was. */
    public Outcome run(WalletOnNetwork of, Run run) throws Exception {
        if (!of.network().isSupported()) {
            return complete(of, 0, run);
        }
        Window window = window(of, run);
        if (window.last() >= window.to()) {
            return complete(of, window.last(), run);
        }
        long begin = window.last();
        while (window.last() < window.to()) {
            long to = Math.min(window.last() + batch, window.to());
            List<Transfer> found;
            try {
                found = chain.transfers(of.network(), of.wallet(), window.last() + 1, to);
            } catch (RateLimitedException later) {
                return Outcome.snooze(clock.instant().plus(later.pause()));
            }
            window = new Window(to, window.to());
            book(of, found, window, run);
            run.progress(to, window.to(), "block " + to + " of " + window.to() + ", from " + (begin + 1));
        }
        return Outcome.done();
    }

    /** As the attempt before left it; for a new job, after what is booked already. */
    private Window window(WalletOnNetwork of, Run run) throws Exception {
        var kept = run.lastCheckpoint(Window.class);
        if (kept.isPresent()) {
            return kept.get();
        }
        Network network = of.network();
        long booked = database.transact(transaction -> Ledger.sync(transaction, of.wallet(), network)
                .map(Ledger.Sync::lastBlock)
                .orElse(0L));
        return new Window(booked, chain.head(network));
    }

    private void book(WalletOnNetwork of, List<Transfer> found, Window window, Run run) throws Exception {
        boolean last = window.last() == window.to();
        boolean booked = database.transact(transaction -> {
            Ledger.book(transaction, of.wallet(), of.network(), found);
            Ledger.move(transaction, of.wallet(), of.network(), new Ledger.Sync(window.last(), last));
            if (last) {
                run.finishIn(transaction);
            } else {
                run.checkpoint(transaction, window);
            }
            return true;
        });
        assert booked;
    }

    /** Nothing is left to be read: that it is complete, and the end of the job, in one transaction. */
    private Outcome complete(WalletOnNetwork of, long last, Run run) throws Exception {
        return database.transact(transaction -> {
            Ledger.move(transaction, of.wallet(), of.network(), new Ledger.Sync(last, true));
            run.finishIn(transaction);
            return Outcome.done();
        });
    }
}
