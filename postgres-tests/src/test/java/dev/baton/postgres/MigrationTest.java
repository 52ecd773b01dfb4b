package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.store.Migrations;
import dev.baton.testkit.store.AtOnce;
import dev.baton.testserver.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("versions")
class MigrationTest {

    @RegisterExtension
    final OwnSchema schema = OwnSchema.unused();

    private static void run(String sql) throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long ask(String sql) throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void of_many_who_start_at_once_one_makes_the_tables_and_all_can_use_them() throws Exception {
        List<Callable<Integer>> starts = IntStream.range(0, 8)
                .mapToObj(i -> (Callable<Integer>) () -> {
                    try (PostgresStore store = schema.open(InstantSource.system())) {
                        return store.switches().size();
                    }
                })
                .toList();

        assertThat(AtOnce.run(starts)).containsOnly(0);

        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_migration"))
                .isEqualTo(Migration.all().size());
        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_store"))
                .isEqualTo(1);
    }

    @Test
    void a_schema_that_is_not_there_is_made_whatever_its_name() throws SQLException {
        String name = "Jobs_of_" + schema.name();
        try (PostgresStore store =
                PostgresStore.on(SharedServer.pool()).schema(name).open()) {
            assertThat(store.switches()).isEmpty();
        }
        SharedServer.drop('"' + name + '"');

        assertRefused(() -> PostgresStore.on(SharedServer.pool()).schema("a; DROP"), "BAD_SCHEMA");
    }

    @Test
    void tables_that_are_called_as_ours_are_and_are_not_are_left_alone() throws SQLException {
        run("CREATE TABLE " + schema.name() + ".baton_job (theirs text)");

        assertRefused(() -> schema.open(InstantSource.system()), "FOREIGN_TABLES");
        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_job")).isZero();
    }

    @Test
    void what_a_newer_program_has_applied_is_accepted_as_long_as_it_says_so() throws SQLException {
        schema.open(InstantSource.system()).close();
        run("INSERT INTO " + schema.name() + ".baton_migration VALUES ('999_more.sql', '001_jobs.sql', 'hash')");
        schema.open(InstantSource.system()).close();

        run("INSERT INTO " + schema.name() + ".baton_migration VALUES ('999_other.sql', '999_other.sql', 'hash')");

        assertRefused(() -> schema.open(InstantSource.system()), "NEWER_SCHEMA");
    }

    @Test
    @Tag("R-000-19")
    void what_is_printed_and_applied_by_somebody_is_found_and_not_applied_again() throws SQLException {
        String printed = PostgresStore.migrationsAsSql(Optional.empty(), Optional.empty());
        run("SET search_path = " + schema.name() + "; " + printed + "RESET search_path");

        try (PostgresStore store = schema.open(InstantSource.system())) {
            assertThat(store.insert(List.of(Sample.job()), Sample.now())).hasSize(1);
        }
        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_migration"))
                .isEqualTo(Migration.all().size());
    }

    @Test
    @Tag("R-000-16")
    void what_was_applied_in_another_form_than_it_has_here_is_not_worked_with() throws SQLException {
        schema.open(InstantSource.system()).close();
        run("UPDATE " + schema.name() + ".baton_migration SET sha256 = 'another'");

        assertRefused(() -> schema.open(InstantSource.system()), "MIGRATION_CHANGED");
    }

    @Test
    void who_does_not_change_tables_names_the_command_that_does_and_goes_on_once_it_was_run() {
        PostgresStoreBuilder leaving =
                PostgresStore.on(SharedServer.pool()).schema(schema.name()).withoutMigrating();
        assertRefused(leaving::open, "SCHEMA_OUT_OF_DATE");
        assertThatThrownBy(leaving::open)
                .hasMessageContaining("./baton migrate --apply --schema " + schema.name())
                .hasMessageContaining("001_jobs.sql");

        assertThat(leaving.migrations().check())
                .isEqualTo(new Migrations.Status(
                        List.of(),
                        List.of(
                                "001_jobs.sql",
                                "002_cursor.sql",
                                "003_strict_runs.sql",
                                "004_facts.sql",
                                "005_evidence.sql",
                                "006_remove.sql",
                                "007_drained.sql",
                                "008_schedules.sql",
                                "009_limits.sql",
                                "010_limit_keys.sql")));
        assertThat(leaving.migrations().apply())
                .containsExactly(
                        "001_jobs.sql",
                        "002_cursor.sql",
                        "003_strict_runs.sql",
                        "004_facts.sql",
                        "005_evidence.sql",
                        "006_remove.sql",
                        "007_drained.sql",
                        "008_schedules.sql",
                        "009_limits.sql",
                        "010_limit_keys.sql");
        assertThat(leaving.migrations().apply()).as("once").isEmpty();

        leaving.open().close();
    }

    @Test
    void what_is_missing_is_printed_and_nothing_if_nothing_is() throws SQLException {
        Migrations migrations = PostgresStore.on(SharedServer.pool())
                .schema(schema.name())
                .grantTo(SharedServer.application())
                .migrations();
        assertThat(migrations.printMissing())
                .isEqualTo(migrations.print())
                .contains("CREATE TABLE baton_job", "GRANT SELECT, INSERT ON");

        run(migrations.print());

        assertThat(migrations.check().isUpToDate()).isTrue();
        assertThat(PostgresStore.on(SharedServer.pool())
                        .schema(schema.name())
                        .migrations()
                        .printMissing())
                .isEmpty();
        try (PostgresStore store = PostgresStore.on(SharedServer.applicationPool())
                .schema(schema.name())
                .withoutMigrating()
                .open()) {
            assertThat(store.insert(List.of(Sample.job()), Sample.now())).hasSize(1);
        }
    }

    @Test
    @Tag("R-000-19")
    void what_migrations_make_is_written_down_line_by_line() throws Exception {
        schema.open(InstantSource.system()).close();
        List<String> layout = new Transactions(SharedServer.pool(), Schema.of(schema.name()))
                .read(on -> on.query(MigrationSql.LAYOUT, row -> row.text("line"), "schema", schema.name()));
        Path file = Path.of("target", "layout.txt");
        Files.createDirectories(file.getParent());
        Files.write(file, layout);

        assertThat(Migration.layout())
                .as("if that was meant, %s belongs beside the migrations", file)
                .isEqualTo(layout);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP INDEX {}baton_pending_head",
                "ALTER TABLE {}baton_running DROP COLUMN doubt",
                "ALTER TABLE {}baton_attempt ALTER COLUMN number TYPE bigint",
                "DROP TABLE {}baton_switch"
            })
    @Tag("R-000-19")
    void tables_that_somebody_has_changed_are_refused_loudly(String change) throws SQLException {
        schema.open(InstantSource.system()).close();
        run(change.replace("{}", schema.name() + "."));

        assertRefused(() -> schema.open(InstantSource.system()), "SCHEMA_DRIFTED");
    }
}
