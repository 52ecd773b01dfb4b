package dev.baton.examples.issuance;

import dev.baton.Startup;
import java.util.List;

/** The order in which the service starts. Each line is over before the next begins, and if one fails, the service does not start. */
final class StartupPlan {

    private final Vaults vaults;
    private final Monitors monitors;

    StartupPlan(Vaults vaults, Monitors monitors) {
        this.vaults = vaults;
        this.monitors = monitors;
    }

    void run(Startup steps) throws Exception {
        // snippet: plan
        steps.run(Jobs.VIEW_REPLAY, new Jobs.All());
        List<Vault> found = vaults.discoverAll(); // in the views, which are right only now
        for (Vault vault : found) {
            steps.run(Jobs.RECEIPT_BACKFILL, vault);
        }
        for (Vault vault : found) { // all receipts are here
            steps.run(Jobs.TRANSFER_BACKFILL, vault);
        }
        steps.run(Jobs.MINT_RECOVERY, new Jobs.All());
        steps.runAll(
                Jobs.REDEMPTION_RECOVERY,
                found.stream().map(vault -> new Jobs.Named(vault.symbol())).toList()); // together
        for (Vault vault : found) {
            monitors.of(vault.symbol()).forEach(steps::supervise); // they begin when all of this is done
        }
        // end of snippet
    }
}
