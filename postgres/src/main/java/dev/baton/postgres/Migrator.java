package dev.baton.postgres;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.BatonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Brings our tables up to date, in our own history table, beside whatever the application keeps in the same schema. Of several
 * processes that start at once one does it, and the others find it done.
 */
final class Migrator {

    /**
     * One step.
     *
     * @param compatibleFrom the oldest step whose programs can go on while this one is applied
     */
    private record Migration(String name, String compatibleFrom) {}

    /** In their order. A migration that was applied is never edited. */
    private static final List<Migration> MIGRATIONS = List.of(new Migration("001_jobs.sql", "001_jobs.sql"));

    private static final String HISTORY = "baton_migration";

    private final Transactions transactions;
    private final Schema schema;

    Migrator(Transactions transactions) {
        this.transactions = transactions;
        this.schema = transactions.schema();
    }

    /** All steps as SQL, for those who apply it by themselves. */
    static String print() {
        var sql = new StringBuilder(MigrationSql.HISTORY_CREATE.strip()).append(";\n");
        for (Migration each : MIGRATIONS) {
            sql.append("\n-- ").append(each.name()).append('\n').append(read(each.name()));
            sql.append(MigrationSql.HISTORY_PRINT.formatted(each.name(), each.compatibleFrom()));
        }
        return sql.toString();
    }

    /** Waits for others only if there is something to do. */
    void migrate() {
        boolean done = transactions.read(on -> {
            List<String> tables = tables(on);
            refuseForeign(tables);
            return !tables.isEmpty() && missing(on).isEmpty();
        });
        if (!done) {
            transactions.write(this::migrateLocked);
        }
        FaultPoint.BOOT_AFTER_MIGRATE.hit();
    }

    private List<String> tables(Session on) throws SQLException {
        return on.query(MigrationSql.OUR_TABLES, row -> row.text("name"), "schema", schema.name());
    }

    private void refuseForeign(List<String> tables) {
        if (!tables.isEmpty() && !tables.contains(HISTORY)) {
            throw new BatonException(
                    "FOREIGN_TABLES",
                    "The schema " + schema.name() + " has tables that are called as ours are, and are not: " + tables
                            + ". Nothing was changed. Rename them, or use another schema.");
        }
    }

    private List<Migration> missing(Session on) throws SQLException {
        List<Migration> applied =
                on.query(MigrationSql.HISTORY, row -> new Migration(row.text("name"), row.text("compatible_from")));
        String newest = MIGRATIONS.get(MIGRATIONS.size() - 1).name();
        Optional<Migration> tooNew = applied.stream()
                .filter(each -> each.compatibleFrom().compareTo(newest) > 0)
                .findFirst();
        if (tooNew.isPresent()) {
            throw new BatonException(
                    "NEWER_SCHEMA",
                    "A newer Baton has applied " + tooNew.get().name() + ", with which this one cannot work. "
                            + "Nothing was changed. Use that version, or a newer one.");
        }
        List<String> names = applied.stream().map(Migration::name).toList();
        return MIGRATIONS.stream().filter(each -> !names.contains(each.name())).toList();
    }

    private int migrateLocked(Session on) throws SQLException {
        on.query(MigrationSql.LOCK, row -> true, "schema", schema.name());
        if (on.first(MigrationSql.SCHEMA_KNOWN, row -> true, "schema", schema.name())
                .isEmpty()) {
            on.execute("CREATE SCHEMA " + schema.quoted());
        }
        refuseForeign(tables(on));
        on.execute("SET LOCAL search_path = " + schema.quoted());
        on.execute(MigrationSql.HISTORY_CREATE);
        List<Migration> missing = missing(on);
        for (Migration each : missing) {
            on.executeAsItIs(read(each.name()));
            on.update(MigrationSql.HISTORY_INSERT, "name", each.name(), "compatible_from", each.compatibleFrom());
            FaultPoint.BOOT_IN_MIGRATION.hit();
        }
        return missing.size();
    }

    private static String read(String name) {
        try (InputStream text = Migrator.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
