package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.KeyScope;
import dev.baton.store.Checkpoint;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pruning costs, and what it leaves in the file. */
class PruningTest {

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    private static void runToItsEnd(SqliteStore store, NodeId node, Optional<KeyRequest> key) {
        NewJob plain = Sample.job();
        Instant now = store.clock().instant();
        var job = new NewJob(plain.id(), plain.route(), plain.payload(), plain.urgency(), Optional.of("lane"), key);
        store.insert(List.of(job), now);
        long fence = store.claim(Sample.anything(node), now).claims().get(0).fence();
        store.checkpoint(List.of(new Checkpoint(job.id(), fence, "{}")), now);
        store.finish(List.of(new Finish(job.id(), fence, new Ending.Done(Optional.empty()))), now);
    }

    private int count(String from) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM " + from)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    @Test
    void it_looks_at_a_range_of_an_index_that_holds_only_what_it_may_remove_and_sorts_nothing() throws Exception {
        SqliteStore.open(file).close();

        assertThat(explain(file, SqliteSql.PRUNABLE))
                .containsExactly("SEARCH baton_attempt USING COVERING INDEX baton_attempt_prunable (ended_at<?)");
        assertThat(explain(file, SqliteSql.FINISHED_AFTER))
                .hasSize(2)
                .anyMatch(line ->
                        line.startsWith("SEARCH a USING COVERING INDEX baton_attempt_prunable ((ended_at,job)>"))
                .anyMatch(line -> line.startsWith("SEARCH j USING") && line.endsWith("(id=?)"));
        assertThat(explain(file, SqliteSql.IS_PRUNABLE))
                .hasSize(1)
                .allMatch(line -> line.startsWith("SEARCH baton_attempt USING") && line.endsWith("(job=?)"));
        assertThat(explain(file, SqliteSql.ATTEMPTS_DELETE))
                .singleElement()
                .asString()
                .startsWith("SEARCH baton_attempt USING")
                .endsWith("INDEX baton_attempt_job (job=?)");
        assertThat(explain(file, SqliteSql.JOB_DELETE))
                .singleElement()
                .asString()
                .startsWith("SEARCH baton_job USING");
    }

    @Test
    void what_is_never_removed_is_not_in_that_index_and_so_never_read_again() throws Exception {
        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);
            for (int i = 0; i < 10; i++) {
                runToItsEnd(store, node, Optional.of(new KeyRequest(KeyScope.FOREVER, "for-ever-" + i, false)));
            }
            runToItsEnd(store, node, Optional.of(new KeyRequest(KeyScope.ACTIVE, "active", false)));
            runToItsEnd(store, node, Optional.empty());

            assertThat(count("baton_attempt INDEXED BY baton_attempt_prunable WHERE prunable = 1"))
                    .isEqualTo(2);
        }
    }

    @Test
    void no_row_of_what_was_removed_is_left_but_the_last_number_of_its_lane() throws Exception {
        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);
            for (int i = 0; i < 5; i++) {
                runToItsEnd(store, node, Optional.of(new KeyRequest(KeyScope.ACTIVE, "active-" + i, false)));
                runToItsEnd(store, node, Optional.empty());
            }

            int removed = store.prune(store.clock().instant().plus(Duration.ofSeconds(1)), 100);

            assertThat(removed).isEqualTo(10);
            for (String table : List.of("job", "pending", "running", "parked", "attempt", "key", "checkpoint")) {
                assertThat(count("baton_" + table)).as(table).isZero();
            }
            assertThat(count("baton_lane WHERE floor = 10"))
                    .as("its last number, which is never given out again")
                    .isEqualTo(1);
        }
    }
}
