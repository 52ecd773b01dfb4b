package dev.baton.examples.issuance;

import dev.baton.Baton;
import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.issuance.chain.ChainEvent;
import dev.baton.examples.tables.Database;
import java.sql.Connection;
import java.util.List;
import java.util.function.Supplier;

/** Shares that somebody has sent back: detected, then burned on the chain, then complete. */
final class Redemptions {

    private final Database database;
    private final Chain chain;
    private final Supplier<Baton> baton;

    /** How far a redemption has come. */
    enum Step {
        DETECTED,
        BURNED,
        COMPLETED
    }

    private record Redemption(String id, String receipt, long shares, Step step) {}

    Redemptions(Database database, Chain chain, Supplier<Baton> baton) {
        this.database = database;
        this.chain = chain;
        this.baton = baton;
    }

    /**
     * Takes a transfer for a redemption, with the job that goes on with it. The receipts have to be there: only shares of a receipt that
     * we know can be redeemed. Of no effect when repeated.
     */
    void detect(Connection transaction, String symbol, ChainEvent transfer) throws Exception {
        if (!Inventory.knows(transaction, transfer.receipt())) {
            throw new IllegalStateException("The receipt " + transfer.receipt() + " is not known, yet.");
        }
        if (Inventory.addTransfer(transaction, symbol, transfer)) {
            String id = transfer.tx();
            Views.add(
                    transaction,
                    new Fact.RedemptionDetected(id, symbol, transfer.address(), transfer.receipt(), transfer.shares()));
            baton.get()
                    .enqueue(
                            transaction,
                            Jobs.ADVANCE_REDEMPTION.job(new Jobs.Operation(id)).uniqueKey("redemption " + id));
        }
    }

    List<String> unfinished(String symbol) throws Exception {
        return database.list(IssuanceSql.UNFINISHED_REDEMPTIONS, row -> row.getString("id"), symbol);
    }

    /** Takes a redemption's next step, and says whether there is one more. Its id is the reference of what is burned. */
    boolean advance(String id) throws Exception {
        Redemption redemption = find(id);
        switch (redemption.step()) {
            case DETECTED -> {
                chain.burn(id, redemption.receipt(), redemption.shares());
                return write(redemption, Step.BURNED);
            }
            case BURNED -> {
                return write(redemption, Step.COMPLETED);
            }
            case COMPLETED -> {
                return false;
            }
        }
        throw new IllegalStateException(redemption.step().name());
    }

    private Redemption find(String id) throws Exception {
        return database.list(
                        IssuanceSql.REDEMPTION,
                        row -> new Redemption(
                                row.getString("id"),
                                row.getString("receipt"),
                                row.getLong("shares"),
                                Step.valueOf(row.getString("step"))),
                        id)
                .get(0);
    }

    /** Unless somebody else has done so meanwhile. */
    private boolean write(Redemption redemption, Step next) throws Exception {
        return database.transact(transaction -> {
            Step now = Database.list(
                            transaction,
                            IssuanceSql.REDEMPTION,
                            row -> Step.valueOf(row.getString("step")),
                            redemption.id())
                    .get(0);
            if (now == redemption.step()) {
                Views.add(transaction, new Fact.RedemptionAdvanced(redemption.id(), next));
            }
            return next != Step.COMPLETED;
        });
    }
}
