package dev.baton.examples.issuance;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.tables.Database;
import dev.baton.examples.tables.Migration;
import dev.baton.sqlite.SqliteStore;
import dev.baton.supervise.TaskSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service. It is there when its start has completed: all commands are answered from then on, and not before. Every command may be
 * repeated, by callers that did not hear the answer. Safe for use by several threads.
 */
public final class Issuance implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Issuance.class);
    static final Migration MIGRATION = new Migration(Issuance.class, "001-tables.sql");
    static final Duration PAUSE = Duration.ofSeconds(5);

    private final CompletableFuture<Baton> baton = new CompletableFuture<>();
    private final Database database;
    private final Vaults vaults;
    private final Mints mints;
    private final Redemptions redemptions;
    private final Backfill backfill;
    private final Monitors monitors;

    private Issuance(Path file, URI address, Duration pause) {
        var chain = new Chain(address);
        database = Database.inFile(file);
        vaults = new Vaults(database, chain);
        mints = new Mints(database, vaults, chain, baton::join);
        redemptions = new Redemptions(database, chain, baton::join);
        var inventory = new Inventory(database);
        backfill = new Backfill(database, chain, inventory, redemptions);
        monitors = new Monitors(vaults, chain, inventory, baton::join, pause);
    }

    /**
     * Starts on this file, with the chain at this address, a pause between a monitor's tries, and more wishes. What is thrown says which
     * step failed; nothing was served then.
     */
    static Issuance start(Path file, URI chain, Duration pause, UnaryOperator<BatonBuilder> wishes) throws Exception {
        var issuance = new Issuance(file, chain, pause);
        SqliteStore store = SqliteStore.open(file); // the library's tables first
        try {
            MIGRATION.apply(issuance.database); // then ours
        } catch (Exception e) {
            store.close();
            throw e;
        }
        wishes.apply(issuance.setup(Baton.on(store))).start();
        return issuance;
    }

    private BatonBuilder setup(BatonBuilder setup) {
        var plan = new StartupPlan(vaults, monitors);
        return setup.handle(Jobs.VIEW_REPLAY, new Views(database), (all, run, views) -> views.replay(run))
                .handle(Jobs.RECEIPT_BACKFILL, backfill, (vault, run, past) -> past.receipts(vault, run))
                .handle(Jobs.TRANSFER_BACKFILL, backfill, (vault, run, past) -> past.transfers(vault, run))
                .handle(
                        Jobs.MINT_RECOVERY,
                        mints,
                        (all, run, them) -> Recovery.recover(them.unfinished(), them::advance))
                .handle(
                        Jobs.REDEMPTION_RECOVERY,
                        redemptions,
                        (vault, run, them) -> Recovery.recover(them.unfinished(vault.symbol()), them::advance))
                .handle(
                        Jobs.RECORD_RECEIPT,
                        database,
                        (seen, run, tables) -> tables.transact(transaction -> {
                            Inventory.addReceipt(transaction, seen.symbol(), seen.event());
                            run.finishIn(transaction);
                            return true;
                        }))
                .handle(
                        Jobs.DETECT_REDEMPTION,
                        database,
                        (seen, run, tables) -> tables.transact(transaction -> {
                            redemptions.detect(transaction, seen.symbol(), seen.event());
                            run.finishIn(transaction);
                            return true;
                        }))
                .handle(Jobs.ADVANCE_MINT, mints, (mint, run, them) -> Recovery.finish(mint.id(), them::advance))
                .handle(
                        Jobs.ADVANCE_REDEMPTION,
                        redemptions,
                        (redemption, run, them) -> Recovery.finish(redemption.id(), them::advance))
                .startup(steps -> {
                    baton.complete(steps.baton()); // before any handler runs
                    plan.run(steps);
                });
    }

    /**
     * Looks after a vault from now on: its past first, as jobs, then its monitors. The vault is there if that cannot be done, and the
     * next start, or the same command once more, does it.
     */
    public void addVault(String symbol, String address) throws Exception {
        vaults.add(symbol, address);
        try {
            Vault vault = vaults.discover(symbol);
            // In a lane, as transfers need the receipts.
            baton().enqueueAll(List.of(
                    Jobs.RECEIPT_BACKFILL.job(vault).lane("backfill-" + symbol),
                    Jobs.TRANSFER_BACKFILL.job(vault).lane("backfill-" + symbol)));
            for (TaskSpec monitor : monitors.of(symbol)) {
                baton().tasks().add(monitor);
            }
        } catch (Exception e) {
            LOG.error("Vault {} was added, and is not followed until the next start", symbol, e);
        }
    }

    /** A vault is at another address from now on. Its monitors read it when they begin, so they begin anew. */
    public void moveVault(String symbol, String address) throws Exception {
        vaults.move(symbol, address);
        Monitors.namesOf(symbol).forEach(baton().tasks()::restart);
    }

    /** Somebody wants shares. When this returns, it cannot be forgotten. */
    public void requestMint(String id, String symbol, long shares) throws Exception {
        mints.request(id, symbol, shares);
    }

    /** The engine, to look at. */
    public Baton baton() {
        return baton.join();
    }

    @Override
    public void close() {
        baton().close();
    }
}
