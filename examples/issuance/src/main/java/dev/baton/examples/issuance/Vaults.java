package dev.baton.examples.issuance;

import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.tables.Database;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The vaults that are looked after: their addresses as the views have them, and on the chain what is there. */
final class Vaults {

    private final Database database;
    private final Chain chain;

    Vaults(Database database, Chain chain) {
        this.database = database;
        this.chain = chain;
    }

    /** A vault and its address. */
    private record Known(String symbol, String address) {}

    /** Finds all vaults out. */
    List<Vault> discoverAll() throws Exception {
        var found = new ArrayList<Vault>();
        List<Known> all =
                database.list(IssuanceSql.VAULTS, row -> new Known(row.getString("symbol"), row.getString("address")));
        for (Known each : all) {
            found.add(new Vault(each.symbol(), each.address(), chain.firstBlockOf(each.address())));
        }
        return found;
    }

    /** Finds one out; throws if the chain cannot be asked, or has nothing at its address. */
    Vault discover(String symbol) throws Exception {
        String address = address(symbol);
        return new Vault(symbol, address, chain.firstBlockOf(address));
    }

    /** A new vault; of no effect if it is known. */
    void add(String symbol, String address) throws Exception {
        database.transact(transaction -> {
            Optional<String> before = address(transaction, symbol);
            if (before.isEmpty()) {
                Views.add(transaction, new Fact.VaultAdded(symbol, address));
            } else if (!before.get().equals(address)) {
                throw new IllegalArgumentException("Vault " + symbol + " is at another address.");
            }
            return true;
        });
    }

    /** Another address for a vault; of no effect if it has it already. */
    void move(String symbol, String address) throws Exception {
        database.transact(transaction -> {
            if (!address(transaction, symbol).orElseThrow(() -> unknown(symbol)).equals(address)) {
                Views.add(transaction, new Fact.VaultMoved(symbol, address));
            }
            return true;
        });
    }

    /** Where it is now. */
    String address(String symbol) throws Exception {
        return database.list(IssuanceSql.VAULT, row -> row.getString("address"), symbol).stream()
                .findFirst()
                .orElseThrow(() -> unknown(symbol));
    }

    /** The same within a transaction, if there is such a vault. */
    static Optional<String> address(Connection transaction, String symbol) throws Exception {
        return Database.list(transaction, IssuanceSql.VAULT, row -> row.getString("address"), symbol).stream()
                .findFirst();
    }

    static IllegalArgumentException unknown(String symbol) {
        return new IllegalArgumentException("There is no vault " + symbol + ".");
    }
}
