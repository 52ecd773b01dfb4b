package dev.baton.examples.issuance;

import dev.baton.Baton;
import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.tables.Database;
import java.util.List;
import java.util.function.Supplier;

/** Shares that somebody wants: requested, then deposited on the chain, then complete. */
final class Mints {

    private final Database database;
    private final Vaults vaults;
    private final Chain chain;
    private final Supplier<Baton> baton;

    /** How far a mint has come. */
    enum Step {
        REQUESTED,
        DEPOSITED,
        COMPLETED
    }

    private record Mint(String id, String symbol, long shares, Step step) {}

    Mints(Database database, Vaults vaults, Chain chain, Supplier<Baton> baton) {
        this.database = database;
        this.vaults = vaults;
        this.chain = chain;
        this.baton = baton;
    }

    /** Writes down what is wanted together with the job that brings it about. Of no effect when repeated. */
    void request(String id, String symbol, long shares) throws Exception {
        database.transact(transaction -> {
            if (Vaults.address(transaction, symbol).isEmpty()) {
                throw Vaults.unknown(symbol);
            }
            if (Database.list(transaction, IssuanceSql.MINT, row -> row.getString("id"), id)
                    .isEmpty()) {
                Views.add(transaction, new Fact.MintRequested(id, symbol, shares));
                baton.get()
                        .enqueue(
                                transaction,
                                Jobs.ADVANCE_MINT.job(new Jobs.Operation(id)).uniqueKey("mint " + id));
            }
            return true;
        });
    }

    List<String> unfinished() throws Exception {
        return database.list(IssuanceSql.UNFINISHED_MINTS, row -> row.getString("id"));
    }

    /**
     * Takes a mint's next step, and says whether there is one more. The mint's id is the reference of its deposit, so that a step that was
     * taken and not written down can be taken again.
     */
    boolean advance(String id) throws Exception {
        Mint mint = find(id);
        switch (mint.step()) {
            case REQUESTED -> {
                chain.deposit(id, vaults.address(mint.symbol()), mint.shares());
                return write(mint, Step.DEPOSITED);
            }
            case DEPOSITED -> {
                return write(mint, Step.COMPLETED);
            }
            case COMPLETED -> {
                return false;
            }
        }
        throw new IllegalStateException(mint.step().name());
    }

    private Mint find(String id) throws Exception {
        return database.list(
                        IssuanceSql.MINT,
                        row -> new Mint(
                                row.getString("id"),
                                row.getString("symbol"),
                                row.getLong("shares"),
                                Step.valueOf(row.getString("step"))),
                        id)
                .get(0);
    }

    /** Unless somebody else has done so meanwhile. */
    private boolean write(Mint mint, Step next) throws Exception {
        return database.transact(transaction -> {
            Step now = Database.list(
                            transaction, IssuanceSql.MINT, row -> Step.valueOf(row.getString("step")), mint.id())
                    .get(0);
            if (now == mint.step()) {
                Views.add(transaction, new Fact.MintAdvanced(mint.id(), next));
            }
            return next != Step.COMPLETED;
        });
    }
}
