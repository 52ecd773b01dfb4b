package dev.baton.examples.wallets.ledger;

import dev.baton.examples.tables.Database;
import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.chain.Transfer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** What is known of wallets. Every change is part of a transaction of the caller's. */
public final class Ledger {

    private Ledger() {}

    /** How far a wallet is read on a network. */
    public record Sync(long lastBlock, boolean complete) {}

    /** What a wallet comes to on all networks, and how many of its transfers are dust. */
    public record Portfolio(String wallet, long total, long dust) {}

    /** Makes a wallet known, if it is not. */
    public static void add(Connection transaction, String wallet) throws SQLException {
        Database.change(transaction, LedgerSql.ADD_WALLET, wallet);
    }

    /** How far it is read; empty if nobody has begun. */
    public static Optional<Sync> sync(Connection transaction, String wallet, Network network) throws SQLException {
        return Database.list(
                        transaction,
                        LedgerSql.SYNC,
                        row -> new Sync(row.getLong(1), row.getInt(2) == 1),
                        wallet,
                        network.name())
                .stream()
                .findFirst();
    }

    /** It is read up to this block, and perhaps to the end. */
    public static void move(Connection transaction, String wallet, Network network, Sync to) throws SQLException {
        Database.change(
                transaction, LedgerSql.MOVE_SYNC, wallet, network.name(), to.lastBlock(), to.complete() ? 1 : 0);
    }

    /** Books what was found. To book it twice would count it twice, and is refused. */
    public static void book(Connection transaction, String wallet, Network network, List<Transfer> found)
            throws SQLException {
        long sum = 0;
        for (Transfer each : found) {
            Database.change(transaction, LedgerSql.ADD_TRANSFER, wallet, network.name(), each.block(), each.amount());
            sum += each.amount();
        }
        Database.change(transaction, LedgerSql.ADD_TO_BALANCE, wallet, network.name(), sum);
    }

    /** Says of each new transfer what it is, and reckons what every wallet comes to. Of no effect when repeated. */
    public static void recalculate(Connection transaction) throws SQLException {
        Database.change(transaction, LedgerSql.RECLASSIFY);
        Database.change(transaction, LedgerSql.RECALCULATE);
    }

    /** As it was reckoned last. */
    public static List<Portfolio> portfolios(Database database) throws SQLException {
        return database.list(
                LedgerSql.PORTFOLIO, row -> new Portfolio(row.getString(1), row.getLong(2), row.getLong(3)));
    }
}
