package dev.baton.examples.tables;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Brings an application's own tables up to date. Baton's tables are Baton's business: its history of migrations and ours are two tables,
 * and neither minds the other. Of no effect when repeated. Immutable.
 */
public final class Migration {

    private final Class<?> beside;
    private final List<String> scripts;

    /** Scripts that lie beside a class, the first being version 1. */
    public Migration(Class<?> beside, String... scripts) {
        this.beside = beside;
        this.scripts = List.of(scripts);
    }

    /** All that is missing, in one transaction; of several processes that start at once one does it, and the others wait. */
    public void apply(Database database) throws Exception {
        database.transact(transaction -> {
            if (isPostgres(transaction)) { // a writer on SQLite is alone anyway
                Database.list(transaction, MigrationSql.LOCK_ON_POSTGRES, row -> true);
            }
            Database.change(transaction, MigrationSql.HISTORY);
            for (int version = 1; version <= scripts.size(); version++) {
                if (Database.list(transaction, MigrationSql.MIGRATED, row -> row.getInt(1), version)
                        .contains(0)) {
                    for (String statement : script(scripts.get(version - 1)).split(";\\s*\\n", -1)) {
                        if (!statement.isBlank()) {
                            Database.change(transaction, statement);
                        }
                    }
                    Database.change(transaction, MigrationSql.ADD_MIGRATED, version);
                }
            }
            return true;
        });
    }

    private static boolean isPostgres(Connection transaction) throws SQLException {
        return transaction.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    private String script(String name) throws IOException {
        try (InputStream script = beside.getResourceAsStream(name)) {
            if (script == null) {
                throw new IOException("The migration " + name + " is missing.");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
