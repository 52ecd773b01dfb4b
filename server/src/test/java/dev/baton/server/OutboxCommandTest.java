package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.testserver.SharedServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxCommandTest {

    @TempDir
    Path folder;

    /** What a command printed, and how it ended. */
    private record Printed(int code, String out, String err) {}

    private static Printed outbox(String... args) {
        var all = new ArrayList<>(List.of("outbox"));
        all.addAll(List.of(args));
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
        return new Printed(code, out.toString(), err.toString());
    }

    private static void sql(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private String file() {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();
        return file.toString();
    }

    @Test
    void views_are_made_in_a_file_and_can_be_read() throws Exception {
        String file = file();

        assertThat(outbox("views", "--apply", "--file", file).code()).isZero();
        assertThat(outbox("views", "--apply", "--file", file).out()).contains("payment_outbox_attempts");

        sql("jdbc:sqlite:" + file, "SELECT * FROM payment_outbox_pending", "SELECT * FROM payment_outbox_attempts");
    }

    @Test
    void views_are_made_in_a_database_over_tables_that_have_a_schema_of_their_own() throws Exception {
        String ours = SharedServer.freshSchema();
        String theirs = SharedServer.freshSchema();
        PostgresStore.on(SharedServer.pool()).schema(ours).open().close();
        String url = SharedServer.server().url();
        String there = url + (url.contains("?") ? "&" : "?") + "currentSchema=" + theirs;

        Printed made = outbox("views", "--apply", "--schema", ours, "--url", there);

        assertThat(made.err()).isEmpty();
        assertThat(made.code()).isZero();
        sql(url, "SELECT * FROM " + theirs + ".payment_outbox_pending");
        SharedServer.drop(theirs);
        SharedServer.drop(ours);
    }

    @Test
    void views_can_be_printed_without_a_database() {
        assertThat(outbox("views", "--print").out()).contains("CREATE VIEW payment_outbox_pending", "jsonb");
        assertThat(outbox("views", "--print", "--store", "sqlite").out())
                .contains("strftime")
                .doesNotContain("jsonb");
        assertThat(outbox("views", "--print", "--schema", "baton").out()).contains("\"baton\".baton_pending");
    }

    @Test
    @Tag("R-003-18")
    void the_old_table_is_dropped_only_when_nothing_is_left_in_it() throws Exception {
        String file = file();
        String url = "jdbc:sqlite:" + file;
        sql(
                url,
                "CREATE TABLE payment_outbox (participant_id text, sequence_id integer, status text)",
                "INSERT INTO payment_outbox VALUES ('alice', 1, 'PENDING'), ('alice', 2, 'DISPATCHED')");

        Printed refused = outbox("drop-legacy", "--file", file);
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("baton: ROWS_REMAIN: 2 rows");

        sql(url, "UPDATE payment_outbox SET status = 'IMPORTED' WHERE status = 'PENDING'");
        assertThat(outbox("drop-legacy", "--file", file).err())
                .as("with what is over would go what keeps it from being paid again")
                .contains("ROWS_REMAIN: 1 rows");
        sql(url, "UPDATE payment_outbox SET status = 'IMPORTED'");
        assertThat(outbox("drop-legacy", "--file", file).code()).isZero();
        assertThat(outbox("drop-legacy", "--file", file).err()).contains("NO_LEGACY_TABLE");
    }

    @Test
    void what_is_not_there_is_not_made_and_what_is_missing_is_asked_for() {
        Path missing = folder.resolve("missing.db");

        assertThat(outbox("views", "--apply", "--file", missing.toString()).err())
                .contains("NO_SUCH_FILE");
        assertThat(Files.exists(missing)).isFalse();
        assertThat(outbox("drop-legacy").code()).isEqualTo(2);
        assertThat(outbox().code()).isEqualTo(2);
        assertThat(outbox("--help").out()).contains("views", "drop-legacy");
    }
}
