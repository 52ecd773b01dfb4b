package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sqlite.SqliteStore;
import dev.baton.testserver.SharedServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandTest {

    private static final String SECRET = "correct-horse";

    @TempDir
    Path folder;

    /** What a command printed, and how it ended. */
    private record Printed(int code, String out, String err) {}

    private static Printed run(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Printed(code, out.toString(), err.toString());
    }

    private static Printed migrate(String act, String schema, String... more) {
        var args = new ArrayList<>(List.of(
                "migrate",
                act,
                "--schema",
                schema,
                "--url",
                SharedServer.server().url()));
        args.addAll(List.of(more));
        return run(args.toArray(String[]::new));
    }

    /** As from a shell, with an environment of its own. */
    private static Printed runWith(Map<String, String> environment, String... args) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Printed(process.exitValue(), out, err);
    }

    private static void sql(String sql) throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void it_explains_itself_its_exit_codes_and_where_a_password_goes() {
        Printed help = run("migrate", "--help");

        assertThat(help.code()).isZero();
        assertThat(help.out())
                .contains("--print", "--check", "--apply", "--url", "--user", "--schema", "--grant-to", "--file")
                .containsPattern("Exit code: 0 if done or nothing is missing, 1 if")
                .contains("BATON_PASSWORD")
                .doesNotContain("--password");
    }

    @Test
    void what_is_missing_in_a_database_is_found_applied_and_not_found_again() {
        String schema = SharedServer.freshSchema();

        Printed before = migrate("--check", schema);
        assertThat(before.code()).isEqualTo(1);
        assertThat(before.out()).contains("Applied: none").contains("Missing: 001_jobs.sql");

        Printed applied = migrate("--apply", schema);
        assertThat(applied.code()).isZero();
        assertThat(applied.out()).contains("Applied now: 001_jobs.sql");

        assertThat(migrate("--check", schema).code()).isZero();
        assertThat(migrate("--apply", schema).out()).contains("Applied now: none");
        assertThat(migrate("--print", schema).out()).as("nothing is missing").isEmpty();
        SharedServer.drop(schema);
    }

    @Test
    void what_is_printed_can_be_applied_by_somebody_else_with_rights_for_a_role() throws SQLException {
        String schema = SharedServer.freshSchema();
        String role = SharedServer.application();

        Printed printed = run("migrate", "--print", "--schema", schema, "--grant-to", role);
        assertThat(printed.code()).isZero();
        assertThat(printed.out()).startsWith("-- ").contains("BEGIN;").endsWith("COMMIT;\n");
        assertThat(migrate("--print", schema, "--grant-to", role).out()).isEqualTo(printed.out());
        sql(printed.out());

        Printed check = run(
                "migrate",
                "--check",
                "--schema",
                schema,
                "--url",
                SharedServer.server().url(role));
        assertThat(check.code()).isZero();
        SharedServer.drop(schema);
    }

    @Test
    void what_this_version_cannot_work_with_is_refused_with_a_code_and_what_to_do() throws SQLException {
        String schema = SharedServer.freshSchema();
        migrate("--apply", schema);
        sql("INSERT INTO " + schema + ".baton_migration VALUES ('999_other.sql', '999_other.sql', 'hash')");

        Printed refused = migrate("--check", schema);

        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).startsWith("baton: NEWER_SCHEMA: ").contains("999_other.sql");
        SharedServer.drop(schema);
    }

    @Test
    void a_role_that_may_not_change_tables_is_told_so() {
        String schema = SharedServer.freshSchema();

        Printed refused = run(
                "migrate",
                "--apply",
                "--schema",
                schema,
                "--url",
                SharedServer.server().url(SharedServer.application()));

        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).startsWith("baton: NO_RIGHTS: ").contains("permission denied");
        SharedServer.drop(schema);
    }

    @Test
    void a_file_is_migrated_as_well_and_none_is_made_to_look_at_it() throws IOException {
        Path file = folder.resolve("app.db");
        String[] check = {"migrate", "--check", "--file", file.toString()};

        assertThat(run(check).code()).isEqualTo(1);
        assertThat(file).doesNotExist();
        assertThat(run("migrate", "--apply", "--file", file.toString()).out())
                .contains("Applied now: 001_jobs.sql, 002_keyed.sql");
        assertThat(run(check).code()).isZero();
        assertThat(run("migrate", "--print", "--file", file.toString()).out()).isEmpty();
        assertThat(run("migrate", "--print", "--store", "sqlite").out())
                .startsWith("BEGIN IMMEDIATE;")
                .contains("CREATE TABLE baton_job");
        SqliteStore.open(file).close();

        Files.writeString(
                folder.resolve("notes.txt"), "no database, but long enough to be looked at as one".repeat(50));
        Printed refused =
                run("migrate", "--check", "--file", folder.resolve("notes.txt").toString());
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).matches("(?s)baton: [A-Z_]+: .*");
    }

    @Test
    void what_is_not_understood_is_refused_before_anything_is_done() {
        assertThat(run("migrate").code()).isEqualTo(2);
        assertThat(run("migrate", "--print", "--check").code()).isEqualTo(2);
        assertThat(run("migrate", "--check").err()).contains("Name a database: --url for PostgreSQL, or --file");
        assertThat(run("migrate", "--check", "--file", "a.db", "--schema", "b").code())
                .isEqualTo(2);
        assertThat(migrate("--check", "a; DROP").err()).contains("BAD_SCHEMA");
    }

    @Test
    void a_server_that_cannot_be_reached_is_named_and_its_password_is_not() throws Exception {
        Map<String, String> environment = Map.of(
                "BATON_URL", "jdbc:postgresql://127.0.0.1:1/shop", "BATON_PASSWORD", SECRET, "BATON_USER", "shop");

        Printed refused = runWith(environment, "migrate", "--check");

        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .startsWith("baton: STORE_UNAVAILABLE: ")
                .contains("127.0.0.1:1")
                .doesNotContain(SECRET, "\tat ");
    }

    @Test
    void a_secret_is_not_repeated_whatever_is_wrong_with_the_rest() {
        String url = "jdbc:postgresql://127.0.0.1:1/shop?user=shop&password=" + SECRET;
        for (String address : List.of(url, "jdbc:mysql" + url, "postgresql://shop:" + SECRET + "@host/shop")) {
            Printed refused = run("migrate", "--check", "--url", address);
            assertThat(refused.code()).as(address).isIn(2, 3);
            assertThat(refused.out() + refused.err()).doesNotContain(SECRET);
        }
        Printed refused = run("migrate", "--check", "--url", url, "--password", SECRET);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("BATON_PASSWORD").doesNotContain(SECRET);
    }
}
