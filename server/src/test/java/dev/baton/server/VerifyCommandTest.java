package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobType;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R-003-14")
class VerifyCommandTest {

    record Transfer(int amount) {}

    private static final JobType<Transfer> TRANSFER =
            JobType.of("transfer", Transfer.class).witnessed();
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private static Printed verify(String... args) {
        return Printed.of(Stream.concat(Stream.of("verify"), Stream.of(args)).toList());
    }

    /** Two for alice, one for bob. */
    private static void work(JobStore store) throws InterruptedException {
        try (Baton baton = Baton.on(store)
                .handle(TRANSFER, "ledger", (transfer, run, ledger) -> {})
                .start()) {
            for (String lane : List.of("alice", "bob", "alice")) {
                baton.await(
                        baton.enqueue(TRANSFER.job(new Transfer(1)).lane(lane)).id(), LONG);
            }
        }
    }

    private Path worked() throws InterruptedException {
        Path file = folder.resolve("app.db");
        work(SqliteStore.open(file));
        return file;
    }

    private static void sql(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void a_file_whose_evidence_is_whole_is_verified_and_exported() throws Exception {
        Path file = worked();
        Path export = folder.resolve("evidence.jsonl");

        Printed printed = verify("--file", file.toString(), "--export", export.toString());

        assertThat(printed.err()).isEmpty();
        assertThat(printed.code()).isZero();
        assertThat(printed.out().lines())
                .hasSize(3)
                .anyMatch(line -> line.matches("head 2 [0-9a-f]{64} lane alice"))
                .anyMatch(line -> line.matches("head 1 [0-9a-f]{64} lane bob"))
                .last()
                .isEqualTo("Chains: 2, entries: 3, findings: 0");
        assertThat(Files.readAllLines(export))
                .hasSize(3)
                .allMatch(line -> line.startsWith("{\"chain\":\"lane ") && line.endsWith("\"}"))
                .anyMatch(line -> line.contains("\"number\":2,\"previous\":\"") && line.contains("\"kind\":\"DONE\""));
        assertThat(verify("--file", file.toString(), "--export", export.toString())
                        .code())
                .as("what is there is not overwritten")
                .isEqualTo(3);
    }

    @Test
    void what_was_changed_is_told_and_the_exit_code_says_so() throws Exception {
        Path file = worked();
        sql(file, "DROP TRIGGER baton_attempt_witnessed_update");
        sql(file, "UPDATE baton_attempt SET kind = 'DEAD' WHERE seq = 1");

        Printed printed = verify("--file", file.toString());

        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out())
                .contains("RECORD_CHANGED lane alice #1: what it is about differs in kind")
                .contains("findings: 1");
    }

    @Test
    void heads_that_were_printed_before_are_looked_for() throws Exception {
        Path file = worked();
        Path heads = folder.resolve("heads.txt");
        Files.writeString(heads, verify("--file", file.toString()).out());
        assertThat(verify("--file", file.toString(), "--heads", heads.toString())
                        .code())
                .isZero();
        Files.writeString(heads, Files.readString(heads).replace("head 1 ", "head 7 "));

        Printed printed = verify("--file", file.toString(), "--heads", heads.toString());

        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("CUT lane bob #7: it was known to have this entry, and does not");
        Files.writeString(heads, "nothing");
        assertThat(verify("--file", file.toString(), "--heads", heads.toString())
                        .err())
                .contains("NO_HEADS");
    }

    @Test
    void a_file_that_is_not_there_is_refused_and_not_made() {
        Path file = folder.resolve("none.db");

        Printed printed = verify("--file", file.toString());

        assertThat(printed.code()).isEqualTo(3);
        assertThat(printed.err()).contains("SCHEMA_OUT_OF_DATE");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_database_is_verified_as_a_file_is() throws Exception {
        String schema = SharedServer.freshSchema();
        work(PostgresStore.on(SharedServer.pool()).schema(schema).open());
        String[] database = {"--url", SharedServer.server().url(), "--schema", schema};
        assertThat(verify(database)).extracting(Printed::code, Printed::err).containsExactly(0, "");

        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM " + schema
                    + ".baton_evidence WHERE number = 2; COMMIT");
        }

        Printed printed = verify(database);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("CUT lane alice").contains("NOT_WITNESSED lane alice");
    }

    @Test
    void without_a_database_it_is_not_understood() {
        assertThat(verify("--heads", "x", "--password", "secret").code()).isEqualTo(2);
        assertThat(verify("--file", "a.db", "--schema", "b").err()).contains("--file is for SQLite");
    }
}
