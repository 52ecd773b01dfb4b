package dev.baton.examples.issuance;

import dev.baton.examples.tables.Database;
import dev.baton.job.Run;
import java.sql.Connection;
import java.sql.SQLException;

/** What is known, made of the facts: vaults, mints and redemptions. A fact and what it changes are one transaction. */
final class Views {

    private final Database database;

    Views(Database database) {
        this.database = database;
    }

    /** Adds a fact, and changes the views by it. */
    static void add(Connection transaction, Fact fact) throws SQLException {
        Database.change(transaction, IssuanceSql.ADD_FACT, fact.kind(), Fact.JSON.encode(fact));
        apply(transaction, fact);
    }

    /** The job that makes all views anew. They are replaced at one moment, and with them the job is done. */
    void replay(Run run) throws Exception {
        database.transact(transaction -> {
            Database.change(transaction, IssuanceSql.FORGET_VAULTS);
            Database.change(transaction, IssuanceSql.FORGET_MINTS);
            Database.change(transaction, IssuanceSql.FORGET_REDEMPTIONS);
            for (Fact fact : Database.list(
                    transaction, IssuanceSql.FACTS, row -> Fact.of(row.getString("kind"), row.getString("body")))) {
                apply(transaction, fact);
            }
            run.finishIn(transaction);
            return true;
        });
    }

    private static void apply(Connection transaction, Fact fact) throws SQLException {
        if (fact instanceof Fact.VaultAdded added) {
            Database.change(transaction, IssuanceSql.PUT_VAULT, added.symbol(), added.address());
        } else if (fact instanceof Fact.VaultMoved moved) {
            Database.change(transaction, IssuanceSql.PUT_VAULT, moved.symbol(), moved.address());
        } else if (fact instanceof Fact.MintRequested mint) {
            Database.change(
                    transaction,
                    IssuanceSql.ADD_MINT,
                    mint.id(),
                    mint.symbol(),
                    mint.shares(),
                    Mints.Step.REQUESTED.name());
        } else if (fact instanceof Fact.MintAdvanced mint) {
            Database.change(transaction, IssuanceSql.MOVE_MINT, mint.step().name(), mint.id());
        } else if (fact instanceof Fact.RedemptionDetected found) {
            Database.change(
                    transaction,
                    IssuanceSql.ADD_REDEMPTION,
                    found.id(),
                    found.symbol(),
                    found.address(),
                    found.receipt(),
                    found.shares(),
                    Redemptions.Step.DETECTED.name());
        } else if (fact instanceof Fact.RedemptionAdvanced redemption) {
            Database.change(
                    transaction, IssuanceSql.MOVE_REDEMPTION, redemption.step().name(), redemption.id());
        }
    }
}
