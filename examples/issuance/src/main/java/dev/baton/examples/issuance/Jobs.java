package dev.baton.examples.issuance;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.baton.examples.issuance.chain.ChainEvent;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Retry;

/** The work that has an end: what can be enqueued. The names are what is stored, and stay; the records can be renamed. */
final class Jobs {

    /** For work on all there is. */
    record All() {}

    /** An event of the chain that a monitor has seen for a vault. */
    record Seen(String symbol, ChainEvent event) {}

    /** A mint or a redemption. */
    record Operation(String id) {}

    /** A vault, by what it is called. */
    record Named(String symbol) {}

    // The start, in its order. Whoever starts the process has more patience than it has itself.

    private static final Retry AT_START = Retry.fixed(ofMillis(500)).attempts(3);

    static final JobType<All> VIEW_REPLAY =
            JobType.of("views.replay", All.class).retry(AT_START).label(all -> "view-replay");

    static final JobType<Vault> RECEIPT_BACKFILL = JobType.of("receipts.backfill", Vault.class)
            .retry(AT_START)
            .label(vault -> "receipt-backfill-" + vault.symbol());

    static final JobType<Vault> TRANSFER_BACKFILL = JobType.of("transfers.backfill", Vault.class)
            .retry(AT_START)
            .label(vault -> "transfer-backfill-" + vault.symbol());

    static final JobType<All> MINT_RECOVERY =
            JobType.of("mints.recover", All.class).retry(AT_START).label(all -> "mint-recovery");

    static final JobType<Named> REDEMPTION_RECOVERY = JobType.of("redemptions.recover", Named.class)
            .retry(AT_START)
            .label(vault -> "redemption-recovery-" + vault.symbol());

    // What follows. A monitor may see an event twice; while one of the two is under way, it is one job.

    static final JobType<Seen> RECORD_RECEIPT = JobType.of("receipt.record", Seen.class)
            .keyScope(KeyScope.ACTIVE)
            .label(seen -> "receipt " + seen.event().receipt());

    /** The receipt that it is about may still be on its way to us, from the other monitor. */
    static final JobType<Seen> DETECT_REDEMPTION = JobType.of("redemption.detect", Seen.class)
            .keyScope(KeyScope.ACTIVE)
            .retry(Retry.exponential(ofSeconds(1))
                    .firstExponent(0)
                    .cap(ofMinutes(1))
                    .attempts(30))
            .label(seen -> "transfer " + seen.event().tx());

    static final JobType<Operation> ADVANCE_MINT = JobType.of("mint.advance", Operation.class)
            .keyScope(KeyScope.ACTIVE)
            .label(mint -> "mint " + mint.id());

    static final JobType<Operation> ADVANCE_REDEMPTION = JobType.of("redemption.advance", Operation.class)
            .keyScope(KeyScope.ACTIVE)
            .label(redemption -> "redemption " + redemption.id());

    private Jobs() {}
}
