package dev.baton.examples.issuance;

import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.issuance.chain.ChainEvent;
import dev.baton.examples.issuance.chain.ChainEvent.Kind;
import dev.baton.examples.tables.Database;
import dev.baton.job.Run;
import java.sql.Connection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that read the past of a vault. The chain is asked outside of any transaction; what it answered, and how far that is, are
 * written in one. So a crash repeats a question at most, and the next start asks for what is new only.
 */
final class Backfill {

    private static final Logger LOG = LoggerFactory.getLogger(Backfill.class);
    private static final long BLOCKS_AT_ONCE = 1_000;

    private final Database database;
    private final Chain chain;
    private final Inventory inventory;
    private final Redemptions redemptions;

    /** What is done with an event. */
    @FunctionalInterface
    private interface Keep {
        void in(Connection transaction, ChainEvent event) throws Exception;
    }

    Backfill(Database database, Chain chain, Inventory inventory, Redemptions redemptions) {
        this.database = database;
        this.chain = chain;
        this.inventory = inventory;
        this.redemptions = redemptions;
    }

    /** All receipts up to the newest block. */
    void receipts(Vault vault, Run run) throws Exception {
        read(
                vault,
                Kind.RECEIPT,
                chain.head(),
                run,
                (transaction, event) -> Inventory.addReceipt(transaction, vault.symbol(), event));
    }

    /** All transfers, as far as the receipts are here: a later one may be of a receipt that we do not know. */
    void transfers(Vault vault, Run run) throws Exception {
        long known = inventory.backfilled(vault.address(), Kind.RECEIPT).orElseThrow();
        read(
                vault,
                Kind.TRANSFER,
                known,
                run,
                (transaction, event) -> redemptions.detect(transaction, vault.symbol(), event));
    }

    private void read(Vault vault, Kind kind, long last, Run run, Keep keep) throws Exception {
        long from = inventory.backfilled(vault.address(), kind).orElse(vault.firstBlock() - 1) + 1;
        while (from <= last) {
            long to = Math.min(last, from + BLOCKS_AT_ONCE - 1);
            List<ChainEvent> events = chain.past(kind, vault.address(), from, to, Backfill::passOver);
            database.transact(transaction -> {
                for (ChainEvent event : events) {
                    keep.in(transaction, event);
                }
                Inventory.setBackfilled(transaction, vault.address(), kind, to);
                if (to == last) {
                    run.finishIn(transaction);
                }
                return true;
            });
            run.progress(to, last, "block " + to);
            from = to + 1;
        }
    }

    private static void passOver(String text, Exception failure) {
        LOG.warn("An event of the past cannot be read and is passed over: {}", text, failure);
    }
}
