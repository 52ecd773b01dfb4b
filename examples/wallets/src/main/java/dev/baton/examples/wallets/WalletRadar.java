package dev.baton.examples.wallets;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.examples.wallets.chain.ChainApi;
import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.jobs.Backfill;
import dev.baton.examples.wallets.jobs.Recalculate;
import dev.baton.examples.wallets.jobs.WalletOnNetwork;
import dev.baton.examples.wallets.ledger.Ledger;
import dev.baton.examples.wallets.ledger.Storage;
import dev.baton.job.JobType;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;

/** The service: wallets are added, their past is read, and what they come to is reckoned when all is. */
public final class WalletRadar implements AutoCloseable {

    private static final long BATCH = 100;

    private final Storage storage;
    private final Baton baton;
    private final JobType<WalletOnNetwork> type;

    private WalletRadar(Storage storage, Baton baton, JobType<WalletOnNetwork> type) {
        this.storage = storage;
        this.baton = baton;
        this.type = type;
    }

    /** On this database, with this chain. */
    public static WalletRadar start(String database, Settings settings, ChainApi chain) throws Exception {
        Storage storage = Storage.at(database);
        return start(storage, storage.migrated(), settings, chain, BatonBuilder::stopWithProcess);
    }

    /** The same on this store, and something else about Baton. */
    static WalletRadar start(
            Storage storage, JobStore store, Settings settings, ChainApi chain, UnaryOperator<BatonBuilder> more) {
        JobType<WalletOnNetwork> type = Backfill.type(settings.retry());
        var backfill = new Backfill(chain, storage.database(), store.clock(), BATCH);
        BatonBuilder setup = Baton.on(store)
                .decide(type, backfill, (of, run, reader) -> reader.run(of, run))
                .handle(Recalculate.TYPE, storage.database(), (all, run, tables) -> Recalculate.run(tables))
                .onDrained(type, Recalculate::job)
                .concurrency(settings.workerThreads() + 1)
                .concurrency(type, settings.workerThreads())
                .pollEvery(settings.lookEvery());
        return new WalletRadar(storage, more.apply(setup).start(), type);
    }

    /**
     * Adds a wallet, or has what is not complete of it read again: the wallet and a job for each network, in one transaction. What waits or
     * is being retried goes on as it is; what runs is looked at once more afterwards; what was given up begins anew with all its attempts,
     * after what is booked.
     *
     * @param networks on which; none means all
     * @return what became of each that is not complete
     */
    public List<Inserted> add(String wallet, Collection<Network> networks) throws Exception {
        return add(baton, type, storage, wallet, networks);
    }

    /** The same by a process that may handle nothing itself. */
    static List<Inserted> add(
            Baton baton, JobType<WalletOnNetwork> type, Storage storage, String wallet, Collection<Network> networks)
            throws Exception {
        Collection<Network> wanted = networks.isEmpty() ? EnumSet.allOf(Network.class) : networks;
        return storage.database().transact(transaction -> {
            Ledger.add(transaction, wallet);
            var added = new ArrayList<Inserted>();
            for (Network network : wanted) {
                boolean complete = Ledger.sync(transaction, wallet, network)
                        .map(Ledger.Sync::complete)
                        .orElse(false);
                if (!complete) {
                    var of = new WalletOnNetwork(wallet, network);
                    added.add(baton.enqueue(
                            transaction, type.job(of).uniqueKey(of.key()).againIfRunning()));
                }
            }
            return added;
        });
    }

    /** Is nothing waiting to be read, or being read? */
    public boolean isIdle() {
        return baton.isIdle(type);
    }

    /** What wallets come to, as it was reckoned last. */
    public List<Ledger.Portfolio> portfolios() throws Exception {
        return Ledger.portfolios(storage.database());
    }

    Baton baton() {
        return baton;
    }

    JobType<WalletOnNetwork> type() {
        return type;
    }

    @Override
    public void close() {
        baton.close();
        storage.close();
    }
}
