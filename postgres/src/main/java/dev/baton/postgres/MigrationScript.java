package dev.baton.postgres;

import java.util.List;
import java.util.Optional;

/** Migrations as a text that can be read, kept and applied by hand: one transaction, whatever applies it. */
final class MigrationScript {

    private static final String HEAD = """
            -- Makes a database a store of Baton's, or brings it up to date. Run it as the role that is to own the tables.
            BEGIN;
            SET LOCAL lock_timeout = '1s'; -- if somebody uses a table that is changed here, it fails: run it again
            """;

    private MigrationScript() {}

    /** In this schema, or where connections make their tables; nothing if there is nothing to do. */
    static String of(List<Migration> steps, Optional<Schema> schema, Optional<Rights> rights) {
        if (steps.isEmpty() && rights.isEmpty()) {
            return "";
        }
        var text = new StringBuilder(HEAD);
        schema.ifPresent(each -> statement(text, MigrationSql.SCHEMA_CREATE.formatted(each.quoted())));
        statement(
                text,
                schema.map(each -> MigrationSql.USE_SCHEMA.formatted(each.quoted()))
                        .orElse(MigrationSql.USE_CURRENT_SCHEMA));
        if (!steps.isEmpty()) {
            statement(text, MigrationSql.HISTORY_CREATE);
        }
        for (Migration each : steps) {
            text.append("\n-- ")
                    .append(each.name())
                    .append('\n')
                    .append(each.sql())
                    .append('\n');
            text.append(MigrationSql.HISTORY_PRINT.formatted(each.name(), each.compatibleFrom(), each.sha256()));
        }
        rights.ifPresent(
                each -> statement(text.append('\n'), schema.map(each::sql).orElseGet(each::sqlForCurrent)));
        return text.append("COMMIT;\n").toString();
    }

    private static void statement(StringBuilder text, String sql) {
        text.append(sql.strip()).append(";\n");
    }
}
