package dev.baton.examples.issuance;

import dev.baton.examples.issuance.chain.ChainEvent;
import dev.baton.examples.tables.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;

/** What was read from the chain: receipts and transfers, each kept once, and how far the backfills have come. */
final class Inventory {

    private final Database database;

    Inventory(Database database) {
        this.database = database;
    }

    static void addReceipt(Connection transaction, String symbol, ChainEvent receipt) throws SQLException {
        Database.change(
                transaction,
                IssuanceSql.ADD_RECEIPT,
                receipt.receipt(),
                symbol,
                receipt.address(),
                receipt.shares(),
                receipt.block());
    }

    /** False if it is there already. */
    static boolean addTransfer(Connection transaction, String symbol, ChainEvent transfer) throws SQLException {
        return Database.change(
                        transaction,
                        IssuanceSql.ADD_TRANSFER,
                        transfer.tx(),
                        symbol,
                        transfer.receipt(),
                        transfer.shares(),
                        transfer.block())
                > 0;
    }

    static boolean knows(Connection transaction, String receipt) throws SQLException {
        return !Database.list(transaction, IssuanceSql.RECEIPT, row -> true, receipt)
                .isEmpty();
    }

    static void setBackfilled(Connection transaction, String address, ChainEvent.Kind kind, long block)
            throws SQLException {
        Database.change(transaction, IssuanceSql.PUT_BACKFILLED, address, kind.name(), block);
    }

    /** The last block whose events of this kind are all here; none if nothing was read. */
    OptionalLong backfilled(String address, ChainEvent.Kind kind) throws SQLException {
        return database.list(IssuanceSql.BACKFILLED, row -> row.getLong("block"), address, kind.name()).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }
}
