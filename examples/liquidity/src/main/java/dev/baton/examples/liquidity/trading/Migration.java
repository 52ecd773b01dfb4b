package dev.baton.examples.liquidity.trading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Brings the bot's own tables up to date. Baton's tables are Baton's business: its history of migrations and ours are two tables,
 * and neither minds the other. Of no effect when repeated.
 */
public final class Migration {

    private static final List<String> SCRIPTS = List.of("001-tables.sql", "002-simulated-broker.sql");

    private Migration() {}

    /** All that is missing; of several nodes that start at once one does it, and the others wait. */
    public static void apply(Database database) throws Exception {
        database.transact(transaction -> {
            if (database.isPostgres()) { // a writer on SQLite is alone anyway
                Database.list(transaction, LiquiditySql.LOCK_FOR_MIGRATION, row -> true);
            }
            Database.change(transaction, LiquiditySql.HISTORY);
            for (int version = 1; version <= SCRIPTS.size(); version++) {
                if (Database.list(transaction, LiquiditySql.MIGRATED, row -> row.getInt(1), version)
                        .contains(0)) {
                    for (String statement : script(SCRIPTS.get(version - 1)).split(";\\s*\\n", -1)) {
                        if (!statement.isBlank()) {
                            Database.change(transaction, statement);
                        }
                    }
                    Database.change(transaction, LiquiditySql.ADD_MIGRATED, version);
                }
            }
            return true;
        });
    }

    private static String script(String name) throws IOException {
        try (InputStream script = Migration.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IOException("The migration " + name + " is missing.");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
