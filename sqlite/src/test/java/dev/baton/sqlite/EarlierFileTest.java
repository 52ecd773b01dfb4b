package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.store.Ending;
import dev.baton.store.Evidence;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that an earlier Baton has made. */
class EarlierFileTest {

    @TempDir
    Path folder;

    @Test
    void a_file_that_was_made_before_jobs_with_keys_had_an_index_gets_it_and_works_on() throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("DROP INDEX baton_job_keyed");
            statement.execute("DELETE FROM baton_migration WHERE name = '002_keyed.sql'");
        }

        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);
            NewJob job = Sample.job();
            Sample.insert(store, job);
            Instant now = store.clock().instant();
            long fence = store.claim(Sample.anything(node), now).claims().get(0).fence();

            List<Finished> answers =
                    store.finish(List.of(new Finish(job.id(), fence, new Ending.Done(Optional.empty()))), now);

            assertThat(answers).extracting(Finished::answer).containsExactly(Finished.Answer.RECORDED);
        }
    }

    @Test
    void a_file_that_was_made_before_there_were_cursors_gets_a_place_for_them() throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("DROP TABLE baton_cursor");
            statement.execute("DELETE FROM baton_migration WHERE name = '003_cursor.sql'");
        }

        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);

            assertThat(store.takeCursor("orders", node, store.clock().instant()))
                    .isPresent();
        }
    }

    @Test
    void a_file_whose_evidence_stood_by_chain_has_all_of_it_in_a_row_and_goes_on() throws Exception {
        Path file = folder.resolve("app.db");
        try (SqliteStore store = SqliteStore.open(file)) {
            endOneWitnessed(store);
            endOneWitnessed(store);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept AS SELECT * FROM baton_evidence");
            statement.execute("DROP TABLE baton_evidence");
            String earlier = Migrator.print(List.of("006_evidence.sql"));
            int from = earlier.indexOf("CREATE TABLE baton_evidence (");
            statement.execute(earlier.substring(from, earlier.indexOf(';', from)));
            statement.execute("INSERT INTO baton_evidence SELECT * FROM kept");
            statement.execute("DROP TABLE kept");
            statement.execute("DELETE FROM baton_migration WHERE name = '011_evidence_in_a_row.sql'");
        }

        try (SqliteStore store = SqliteStore.open(file)) {
            endOneWitnessed(store);

            assertThat(Evidence.of(store).verify(new Evidence.Listener() {})).isEqualTo(new Evidence.Verified(1, 3, 0));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (String change : List.of(
                    "UPDATE baton_evidence SET code = 'OTHER'",
                    "DELETE FROM baton_evidence",
                    "INSERT OR REPLACE INTO baton_evidence (rowid, chain, number, previous, hash, record, kind, ended_at)"
                            + " SELECT 1, name, number + 1, hash, '', 4711, 'DONE', 0 FROM baton_chain")) {
                assertThatThrownBy(() -> statement.execute(change)).hasMessageContaining("evidence");
            }
        }
    }

    private static void endOneWitnessed(SqliteStore store) {
        NodeId node = Sample.join(store);
        NewJob plain = Sample.job();
        var job = new NewJob(
                        plain.id(),
                        plain.route(),
                        plain.payload(),
                        plain.urgency(),
                        Optional.of("lane"),
                        Optional.empty())
                .with(new NewJob.Care(true, Optional.empty()));
        Sample.insert(store, job);
        Instant now = store.clock().instant();
        long fence = store.claim(Sample.anything(node), now).claims().get(0).fence();
        store.finish(List.of(new Finish(job.id(), fence, new Ending.Done(Optional.empty()))), now);
        store.leave(node, now);
    }

    @Test
    void a_file_that_was_made_before_there_were_strict_runs_says_of_what_runs_that_all_of_it_may_have_begun()
            throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("ALTER TABLE baton_running DROP COLUMN replayable");
            statement.execute("DELETE FROM baton_migration WHERE name = '004_strict_runs.sql'");
            statement.execute(
                    "INSERT INTO baton_running (id, node, fence, claimed_at, attempts, failures, lost, run_head, limit_attempts,"
                            + " limit_losses, crash, parked_head, cancel_wanted, doubt)"
                            + " VALUES (x'01', x'01', 1, 0, 1, 0, 0, 0, 5, 3, 'RERUN', 'BLOCKS', 0, 0)");
        }

        SqliteStore.open(file).close();

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT replayable FROM baton_running")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(1);
        }
    }
}
