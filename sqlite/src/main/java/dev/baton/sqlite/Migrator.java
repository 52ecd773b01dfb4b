package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Brings our tables up to date, in our own history table, beside whatever the application keeps in the same file. Applied
 * under the file's write lock, so that of several processes that open it at once one does it and the others find it done.
 */
final class Migrator {

    /** In their order. A migration that was applied is never edited. */
    private static final List<String> MIGRATIONS = List.of("001_jobs.sql");

    private Migrator() {}

    /** Waits for the write lock only if there is something to do. */
    static void migrate(Jdbc jdbc, long nowMicros) throws SQLException {
        boolean known = jdbc.first(SqliteSql.MIGRATIONS_KNOWN, row -> true).isPresent();
        if (!known || !jdbc.query(SqliteSql.MIGRATIONS, row -> row.text("name")).equals(MIGRATIONS)) {
            migrateLocked(jdbc, nowMicros);
        }
    }

    private static void migrateLocked(Jdbc jdbc, long nowMicros) throws SQLException {
        jdbc.execute("BEGIN IMMEDIATE");
        try {
            jdbc.execute(SqliteSql.MIGRATIONS_CREATE);
            List<String> applied = new ArrayList<>(jdbc.query(SqliteSql.MIGRATIONS, row -> row.text("name")));
            for (String name : MIGRATIONS) {
                if (!applied.remove(name)) {
                    for (String statement : read(name).split(";\\s*\\n", -1)) {
                        if (!statement.isBlank()) {
                            jdbc.execute(statement);
                        }
                    }
                    jdbc.update(SqliteSql.MIGRATION_INSERT, "name", name, "now", nowMicros);
                }
            }
            if (!applied.isEmpty()) {
                throw new BatonException(
                        "NEWER_SCHEMA",
                        "The file was written by a newer Baton, which applied " + applied
                                + ". Nothing was changed. Use that version, or a newer one.");
            }
            jdbc.execute("COMMIT");
        } catch (SQLException | RuntimeException e) {
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
