package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.store.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Migrations of a file apart from any engine. */
class FileMigrationsTest {

    @TempDir
    Path folder;

    private void run(Path file, String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
    }

    @Test
    @Tag("R-000-19")
    void what_is_printed_and_applied_by_somebody_is_found_and_not_applied_again() throws Exception {
        Path file = folder.resolve("app.db");
        Migrations migrations = SqliteStore.migrations(file);
        List<String> all = migrations.check().missing();

        run(file, migrations.print());

        assertThat(migrations.check()).isEqualTo(new Migrations.Status(all, List.of()));
        assertThat(migrations.printMissing()).isEmpty();
        assertThat(migrations.apply()).isEmpty();
        try (SqliteStore store = SqliteStore.open(file)) {
            Sample.insert(store, Sample.job());
        }
    }

    @Test
    void to_look_makes_no_file_and_leaves_one_that_is_there_as_it_is() throws Exception {
        Path file = folder.resolve("app.db");
        Migrations migrations = SqliteStore.migrations(file);
        assertThat(migrations.check().applied()).isEmpty();
        assertThat(file).doesNotExist();

        run(file, "CREATE TABLE theirs (id INTEGER)");
        byte[] before = Files.readAllBytes(file);

        assertThat(migrations.check().isUpToDate()).isFalse();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void a_file_of_a_newer_version_is_refused() throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.migrations(file).apply();
        run(file, "INSERT INTO baton_migration VALUES ('999_more.sql', 0)");

        assertThatThrownBy(() -> SqliteStore.migrations(file).check())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NEWER_SCHEMA"));
    }
}
