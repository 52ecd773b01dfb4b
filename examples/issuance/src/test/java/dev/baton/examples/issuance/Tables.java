package dev.baton.examples.issuance;

import dev.baton.examples.tables.Database;
import dev.baton.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The service's own tables, as a test fills and reads them while nobody else does. */
final class Tables {

    /** What has to be the same, however often the service died: all but the numbers of blocks and the order of facts. */
    private static final Map<String, String> STATE = Map.of(
            "vault", "SELECT * FROM vault ORDER BY symbol",
            "mint", "SELECT * FROM mint ORDER BY id",
            "redemption", "SELECT * FROM redemption ORDER BY id",
            "receipt", "SELECT id, symbol, address, shares FROM receipt ORDER BY id",
            "transfer", "SELECT tx, symbol, receipt, shares FROM transfer ORDER BY tx",
            "fact", "SELECT kind, body FROM fact ORDER BY kind, body");

    private final Path file;
    private final Database database;

    Tables(Path file) {
        this.file = file;
        this.database = Database.inFile(file);
    }

    /** The service as an earlier life left it: these facts, and no views. */
    void leave(Fact... facts) throws Exception {
        SqliteStore.open(file).close();
        Issuance.MIGRATION.apply(database);
        database.transact(transaction -> {
            for (Fact fact : facts) {
                Views.add(transaction, fact);
            }
            for (String view : List.of("vault", "mint", "redemption")) {
                Database.change(transaction, "DELETE FROM " + view);
            }
            return true;
        });
    }

    void change(String sql) throws Exception {
        database.transact(transaction -> Database.change(transaction, sql));
    }

    Map<String, List<String>> state() throws Exception {
        var state = new TreeMap<String, List<String>>();
        for (Map.Entry<String, String> table : STATE.entrySet()) {
            state.put(table.getKey(), database.list(table.getValue(), Tables::text));
        }
        return state;
    }

    List<String> column(String sql) throws SQLException {
        return database.list(sql, row -> row.getString(1));
    }

    /** Is every mint, and every redemption, complete? */
    boolean isAllComplete() throws SQLException {
        return column(
                        "SELECT id FROM mint WHERE step <> 'COMPLETED' UNION SELECT id FROM redemption WHERE step <> 'COMPLETED'")
                .isEmpty();
    }

    private static String text(ResultSet row) throws SQLException {
        var values = new ArrayList<String>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            values.add(row.getString(i));
        }
        return String.join(" ", values);
    }
}
