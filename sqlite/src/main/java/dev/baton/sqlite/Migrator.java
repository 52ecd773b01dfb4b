package dev.baton.sqlite;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * Brings our tables up to date, in our own history table, beside whatever the application keeps in the same file. Applied
 * under the file's write lock, so that of several processes that open it at once one does it and the others find it done.
 */
final class Migrator {

    /** In their order. A migration that was applied is never edited. */
    private static final List<String> MIGRATIONS = List.of(
            "001_jobs.sql",
            "002_keyed.sql",
            "003_cursor.sql",
            "004_strict_runs.sql",
            "005_facts.sql",
            "006_evidence.sql",
            "007_drained.sql",
            "008_schedules.sql",
            "009_limits.sql",
            "010_limit_keys.sql",
            "011_evidence_in_a_row.sql");

    private static final String HISTORY = "baton_migration";

    private Migrator() {}

    static List<String> names() {
        return MIGRATIONS;
    }

    /** These steps as SQL, for those who apply them by themselves; nothing if there are none. */
    static String print(List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        var sql = new StringBuilder("BEGIN IMMEDIATE;\n")
                .append(SqliteSql.MIGRATIONS_CREATE.strip())
                .append(";\n");
        for (String name : names) {
            sql.append("\n-- ").append(name).append('\n').append(read(name));
            sql.append(SqliteSql.MIGRATION_PRINT.formatted(name));
        }
        return sql.append("COMMIT;\n").toString();
    }

    /** What was applied, in its order. */
    static List<String> applied(Jdbc jdbc) throws SQLException {
        boolean known =
                jdbc.query(SqliteSql.OUR_TABLES, row -> row.text("name")).contains(HISTORY);
        return known ? jdbc.query(SqliteSql.MIGRATIONS, row -> row.text("name")) : List.of();
    }

    /** Only looks: what is not ours is left to its owner, and what is newer to a newer program. */
    static void refuseUnknown(Jdbc jdbc, DatabaseFile file) throws SQLException {
        List<String> tables = jdbc.query(SqliteSql.OUR_TABLES, row -> row.text("name"));
        if (tables.isEmpty() && file.isOurs()) {
            throw file.gone();
        }
        if (tables.isEmpty()) {
            return;
        }
        boolean ours = tables.contains(HISTORY)
                && jdbc.query(SqliteSql.HISTORY_COLUMNS, row -> row.text("name"))
                        .equals(List.of("name", "applied_at"));
        if (!ours) {
            throw new BatonException(
                    "FOREIGN_TABLES",
                    "The file has tables that are called as ours are, and are not: " + tables
                            + ". Nothing was changed. Rename them, or use another file.");
        }
        refuseNewer(jdbc.query(SqliteSql.MIGRATIONS, row -> row.text("name")));
    }

    private static void refuseNewer(List<String> applied) {
        List<String> unknown =
                applied.stream().filter(name -> !MIGRATIONS.contains(name)).toList();
        if (!unknown.isEmpty()) {
            throw new BatonException(
                    "NEWER_SCHEMA",
                    "The file was written by a newer Baton, which applied " + unknown
                            + ". Nothing was changed. Use that version, or a newer one.");
        }
    }

    /** Waits for the write lock only if there is something to do. */
    static void migrate(Jdbc jdbc, long nowMicros) throws SQLException {
        if (!applied(jdbc).equals(MIGRATIONS)) {
            migrateLocked(jdbc, nowMicros);
        }
    }

    private static void migrateLocked(Jdbc jdbc, long nowMicros) throws SQLException {
        jdbc.execute("BEGIN IMMEDIATE");
        try {
            jdbc.execute(SqliteSql.MIGRATIONS_CREATE);
            List<String> applied = jdbc.query(SqliteSql.MIGRATIONS, row -> row.text("name"));
            refuseNewer(applied);
            for (String name : MIGRATIONS) {
                if (!applied.contains(name)) {
                    for (String statement : read(name).split(";\\s*\\n", -1)) {
                        if (!statement.isBlank()) {
                            jdbc.execute(statement);
                        }
                    }
                    jdbc.update(SqliteSql.MIGRATION_INSERT, "name", name, "now", nowMicros);
                }
            }
            FaultPoint.BOOT_IN_MIGRATION.hit();
            jdbc.execute("COMMIT");
        } catch (SQLException | RuntimeException | Error e) {
            jdbc.execute("ROLLBACK");
            throw e;
        }
    }

    private static String read(String name) {
        try (InputStream text = Migrator.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
