package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobType;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R-003-14")
class PruneEvidenceCommandTest {

    record Transfer(int amount) {}

    private static final JobType<Transfer> TRANSFER =
            JobType.of("transfer", Transfer.class).witnessed();
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    /** What a command printed, and how it ended. */
    private record Printed(int code, String out, String err) {}

    private static Printed run(List<String> args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args.toArray(String[]::new));
        return new Printed(code, out.toString(), err.toString());
    }

    private Printed prune(String before, String export, String... where) {
        var args = new ArrayList<>(List.of("outbox", "prune-evidence", "--before", before));
        args.addAll(List.of("--by", "carol", "--reason", "kept for ten years"));
        args.addAll(List.of("--export", folder.resolve(export).toString()));
        args.addAll(Arrays.asList(where));
        return run(args);
    }

    private static Printed verify(String... where) {
        var args = new ArrayList<>(List.of("verify"));
        args.addAll(Arrays.asList(where));
        return run(args);
    }

    /** Two for alice, then one for bob; answers when alice's had ended. */
    private static Instant work(JobStore store) throws InterruptedException {
        try (Baton baton = Baton.on(store)
                .handle(TRANSFER, "ledger", (transfer, run, ledger) -> {})
                .start()) {
            Instant between = Instant.EPOCH;
            for (String lane : List.of("alice", "alice", "bob")) {
                between = Instant.now().plusMillis(1);
                baton.await(
                        baton.enqueue(TRANSFER.job(new Transfer(1)).lane(lane).at(between.plusMillis(1)))
                                .id(),
                        LONG);
            }
            return between;
        }
    }

    private void prunesWhatIsOldAndLeavesTheRestWhole(Instant between, String... where) throws Exception {
        Printed printed = prune(between.toString(), "old.jsonl", where);

        assertThat(printed.err()).isEmpty();
        assertThat(printed.code()).isZero();
        assertThat(printed.out().lines())
                .containsExactly("pruned up to 2 lane alice", "Exported entries: 3, chains pruned: 1");
        assertThat(Files.readAllLines(folder.resolve("old.jsonl")))
                .as("all of it was exported before")
                .hasSize(3);
        Printed after = verify(where);
        assertThat(after.code()).as(after.out()).isZero();
        assertThat(after.out()).contains("Chains: 3, entries: 2, findings: 0", "head 1 ", "operators");
    }

    @Test
    void what_is_old_in_a_file_is_exported_and_removed_and_the_rest_stays_whole() throws Exception {
        Path file = folder.resolve("app.db");
        Instant between = work(SqliteStore.open(file));

        prunesWhatIsOldAndLeavesTheRestWhole(between, "--file", file.toString());

        assertThat(prune("2000-01-01", "old.jsonl", "--file", file.toString()).err())
                .as("what is there is not overwritten, and without an export nothing is removed")
                .contains("NO_FILE");
        assertThat(prune("2000-01-01", "none.jsonl", "--file", file.toString()).out())
                .contains("chains pruned: 0");
    }

    @Test
    void what_is_old_in_a_database_is_exported_and_removed_and_the_rest_stays_whole() throws Exception {
        String schema = SharedServer.freshSchema();
        Instant between =
                work(PostgresStore.on(SharedServer.pool()).schema(schema).open());

        prunesWhatIsOldAndLeavesTheRestWhole(
                between, "--url", SharedServer.server().url(), "--schema", schema);

        SharedServer.drop(schema);
    }

    @Test
    void nothing_is_removed_of_evidence_that_is_not_whole() throws Exception {
        Path file = folder.resolve("app.db");
        Instant between = work(SqliteStore.open(file));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER baton_attempt_witnessed_update");
            statement.execute("UPDATE baton_attempt SET kind = 'DEAD' WHERE seq = 1");
        }

        Printed printed = prune(between.toString(), "old.jsonl", "--file", file.toString());

        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("RECORD_CHANGED lane alice #1", "Findings: 1; nothing was removed.");
        assertThat(verify("--file", file.toString()).out()).contains("entries: 3");
    }

    @Test
    void what_does_not_make_sense_is_refused_and_nothing_is_written() {
        String missing = folder.resolve("missing.db").toString();

        assertThat(prune("3000-01-01", "a.jsonl", "--file", missing).err()).contains("BAD_TIME");
        assertThat(prune("soon", "a.jsonl", "--file", missing).code()).isEqualTo(2);
        assertThat(prune("2000-01-01", "a.jsonl", "--file", missing).err()).contains("SCHEMA_OUT_OF_DATE");
        assertThat(prune("2000-01-01", "a.jsonl").code()).as("no database").isEqualTo(2);
        assertThat(run(List.of("outbox", "prune-evidence", "--before", "2000-01-01"))
                        .code())
                .as("nobody, for no reason")
                .isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }
}
