package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static dev.baton.sqlite.Sample.explain;
import static dev.baton.sqlite.Sample.insert;
import static dev.baton.sqlite.Sample.join;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Recovered;
import dev.baton.store.Urgency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file itself: who shares it, who may not, and what is in it afterwards. */
class SqliteFileTest {

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    @Test
    void our_tables_stand_beside_the_applications_own_and_opening_again_changes_nothing() throws Exception {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE vault (address TEXT)");
            statement.execute("INSERT INTO vault VALUES ('0xA')");
        }
        SqliteStore.open(file).close();
        SqliteStore.open(file).close();

        try (Connection connection = connect();
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery("SELECT (SELECT count(*) FROM baton_migration), address FROM vault")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(11);
            assertThat(rows.getString(2)).isEqualTo("0xA");
        }
    }

    @Test
    void of_many_that_open_a_new_file_at_once_one_makes_it_and_all_can_use_it() throws Exception {
        for (int round = 0; round < 100; round++) {
            Path fresh = folder.resolve("fresh-" + round + ".db");
            var answers = new ConcurrentLinkedQueue<String>();
            var start = new CountDownLatch(1);
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 6; i++) {
                var thread = new Thread(() -> answers.add(codeOf(() -> {
                    awaitUninterruptibly(start);
                    try (SqliteStore store = SqliteStore.open(fresh)) {
                        insert(store, Sample.job());
                    }
                })));
                threads.add(thread);
                thread.start();
            }
            start.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(answers).hasSize(6).containsOnly("accepted");
        }
    }

    private static void awaitUninterruptibly(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_job_and_the_applications_own_row_are_committed_together_or_not_at_all() throws Exception {
        NewJob kept = Sample.job();
        NewJob lost = Sample.job();
        try (SqliteStore store = SqliteStore.open(file);
                Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ledger (entry TEXT)");
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO ledger VALUES ('kept')");
            store.insert(
                    new JdbcTransaction(connection),
                    List.of(kept),
                    store.clock().instant());
            connection.commit();
            statement.execute("INSERT INTO ledger VALUES ('lost')");
            store.insert(
                    new JdbcTransaction(connection),
                    List.of(lost),
                    store.clock().instant());
            connection.rollback();

            assertThat(store.find(kept.id(), store.clock().instant())).isPresent();
            assertThat(store.find(lost.id(), store.clock().instant())).isEmpty();
        }
    }

    @Test
    void a_connection_that_commits_by_itself_is_refused_as_nothing_would_be_shared() throws Exception {
        try (SqliteStore store = SqliteStore.open(file);
                Connection connection = connect()) {
            assertThat(codeOf(() -> store.insert(
                            new JdbcTransaction(connection),
                            List.of(Sample.job()),
                            store.clock().instant())))
                    .isEqualTo("WRONG_TRANSACTION");
        }
    }

    @Test
    void a_second_engine_is_refused_while_the_first_lives_and_may_enqueue_all_the_same() {
        try (SqliteStore first = SqliteStore.open(file);
                SqliteStore second = SqliteStore.open(file)) {
            NodeId node = join(first);
            assertThat(codeOf(() -> join(second))).isEqualTo("ENGINE_RUNNING");

            NewJob job = Sample.job();
            assertThat(insert(second, job)).isEqualTo(Inserted.Answer.ADDED);
            assertThat(first.claim(Sample.anything(node), first.clock().instant())
                            .claims())
                    .hasSize(1);

            first.leave(node, first.clock().instant());
            assertThat(codeOf(() -> join(second))).isEqualTo("accepted");
        }
    }

    @Test
    void what_another_connection_commits_is_noticed() throws Exception {
        try (SqliteStore store = SqliteStore.open(file);
                SqliteStore other = SqliteStore.open(file)) {
            var noticed = new CountDownLatch(1);
            try (AutoCloseable subscription = store.onWork(noticed::countDown)) {
                assertThat(subscription).isNotNull();
                insert(other, Sample.job());
                assertThat(noticed.await(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void after_a_restart_everything_that_was_running_is_recovered_at_once() {
        NewJob job = Sample.job();
        SqliteStore before = SqliteStore.open(file);
        insert(before, job);
        before.claim(Sample.anything(join(before)), before.clock().instant());
        before.close();

        try (SqliteStore after = SqliteStore.open(file)) {
            assertThat(after.find(job.id(), after.clock().instant())
                            .orElseThrow()
                            .standing()
                            .state())
                    .isEqualTo(JobState.RUNNING);
            join(after);
            Recovered recovered =
                    after.recover(Optional.empty(), 100, after.clock().instant());

            assertThat(recovered.moved()).extracting(Recovered.Moved::id).containsExactly(job.id());
            assertThat(after.find(job.id(), after.clock().instant())
                            .orElseThrow()
                            .standing()
                            .state())
                    .isEqualTo(JobState.READY);
        }
    }

    @Test
    @Tag("R-002-08")
    void a_row_that_cannot_be_recovered_is_named_and_left_and_does_not_stop_the_others() throws Exception {
        NewJob good = Sample.job();
        try (SqliteStore store = SqliteStore.open(file)) {
            insert(store, good);
            NodeId node = join(store);
            store.claim(Sample.anything(node), store.clock().instant());
            Copies.of(file, 1).with("id", "zeroblob(16)").into("baton_running").commit();
            store.leave(node, store.clock().instant());

            Recovered recovered =
                    store.recover(Optional.empty(), 100, store.clock().instant());

            assertThat(recovered.moved()).extracting(Recovered.Moved::id).containsExactly(good.id());
            assertThat(recovered.skipped())
                    .extracting(Recovered.Skipped::id)
                    .containsExactly(new JobId(new UUID(0, 0)));
        }
    }

    @Test
    void a_pending_row_whose_job_is_gone_stops_nobody_else() throws Exception {
        NewJob good = Sample.job();
        NewJob gone = Sample.job();
        try (SqliteStore store = SqliteStore.open(file)) {
            insert(store, gone);
            insert(store, good);
            try (Connection connection = connect();
                    var delete = connection.prepareStatement("DELETE FROM baton_job WHERE id = ?")) {
                delete.setBytes(1, Values.bytes(gone.id()));
                delete.executeUpdate();
            }

            assertThat(store.claim(Sample.anything(join(store)), store.clock().instant())
                            .claims())
                    .extracting(Claim::id)
                    .containsExactly(good.id());
        }
    }

    @Test
    void a_version_of_sqlite_that_can_damage_the_file_is_known() {
        assertThat(Connections.isOlder("3.51.2")).isTrue();
        assertThat(Connections.isOlder("3.40.1")).isTrue();
        assertThat(Connections.isOlder("3.51.3")).isFalse();
        assertThat(Connections.isOlder("3.53.4")).isFalse();
        assertThat(Connections.isOlder("4.0.0")).isFalse();
    }

    @Test
    @Tag("R-000-18")
    void every_connection_keeps_what_we_promise_about_it() throws Exception {
        Map<String, String> promised = Map.of(
                "journal_mode", "wal",
                "synchronous", "2", // FULL; anything less loses acknowledged jobs when the power goes
                "mmap_size", "0",
                "trusted_schema", "0",
                "busy_timeout", "5000");
        try (Connections connections = Sample.connect(file)) {
            for (Jdbc jdbc : connections.all()) {
                boolean waitsOftenAgain = jdbc == connections.writing(); // as long, in steps of its own: OftenAgainTest
                var found = new HashMap<String, String>();
                for (String pragma : promised.keySet()) {
                    String column = pragma.equals("busy_timeout") ? "timeout" : pragma;
                    found.put(
                            pragma,
                            jdbc.first("PRAGMA " + pragma, row -> row.text(column))
                                    .orElse("nothing"));
                }
                if (waitsOftenAgain) {
                    assertThat(found.put("busy_timeout", "5000")).isEqualTo("0");
                }
                assertThat(found).isEqualTo(promised);
            }
        }
    }

    @Test
    void a_new_file_and_its_companions_are_their_owners_alone() throws Exception {
        try (Connections connections = Sample.connect(file)) {
            assertThat(connections.all()).hasSize(3);
            for (String companion : List.of("", "-wal", "-shm")) {
                assertThat(Files.getPosixFilePermissions(folder.resolve("app.db" + companion)))
                        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            }
        }
    }

    @Test
    void a_list_of_one_type_does_not_look_at_the_jobs_of_others() throws Exception {
        NewJob wanted = Sample.job();
        try (SqliteStore store = SqliteStore.open(file)) {
            insert(store, wanted);
            // It stands nowhere and never did: whoever looks at it falls over it.
            Copies.of(file, 1)
                    .with("id", "zeroblob(16)")
                    .with("type", "'other'")
                    .into("baton_job")
                    .commit();

            assertThat(store.list(
                            JobFilter.ALL.type("sample"),
                            Optional.empty(),
                            10,
                            store.clock().instant()))
                    .extracting(JobView::id)
                    .containsExactly(wanted.id());
        }
    }

    @Test
    void claims_and_reads_look_at_ranges_of_an_index_and_sort_nothing() throws Exception {
        SqliteStore.open(file).close();

        for (String sql : List.of(SqliteSql.CANDIDATES, SqliteSql.PRIORITY_HIGHEST, SqliteSql.LEFT_BEHIND)) {
            assertThat(explain(file, sql))
                    .filteredOn(step -> !step.equals("SCAN CONSTANT ROW") && !step.startsWith("SCALAR SUBQUERY"))
                    .isNotEmpty()
                    .allSatisfy(step -> assertThat(step)
                            .startsWith("SEARCH baton_pending USING")
                            .contains("INDEX baton_pending_ready"));
        }
        for (String sql : List.of(
                ReadSql.JOBS_BEFORE,
                ReadSql.PENDING_BEFORE,
                ReadSql.RUNNING_BEFORE,
                ReadSql.PARKED_BEFORE,
                SqliteSql.KEYS_BEGINNING,
                ReadSql.ENDED_BEFORE)) {
            assertThat(explain(file, sql)).as(sql).singleElement().asString().startsWith("SEARCH");
        }
        assertThat(explain(file, ReadSql.JOBS_OF_TYPE_BEFORE))
                .containsExactly("SEARCH baton_job USING COVERING INDEX baton_job_type (type=? AND id<?)");
        assertThat(explain(file, ReadSql.JOBS_OF_LANE_BEFORE))
                .containsExactly("SEARCH baton_job USING COVERING INDEX baton_job_lane_id (lane=? AND id<?)");
        for (String sql : List.of(ReadSql.READY_ROUTE_AFTER, ReadSql.WAITING_ROUTE_AFTER, ReadSql.PARKED_ROUTE_AFTER)) {
            assertThat(explain(file, sql))
                    .as(sql)
                    .filteredOn(step -> step.startsWith("SEARCH"))
                    .hasSize(3)
                    .allSatisfy(step -> assertThat(step).contains("COVERING INDEX"))
                    .satisfiesExactly(
                            same -> assertThat(same).endsWith("(queue=? AND type=? AND version>?)"),
                            next -> assertThat(next).endsWith("(queue=? AND type>?)"),
                            last -> assertThat(last).endsWith("(queue>?)"));
        }
        for (String sql : List.of(ReadSql.READY_COUNTS, ReadSql.WAITING_COUNTS, ReadSql.PARKED_COUNTS)) {
            assertThat(explain(file, sql))
                    .as(sql)
                    .hasSize(3)
                    .satisfies(plan -> assertThat(plan.get(1))
                            .startsWith("SEARCH")
                            .contains("COVERING INDEX", "(queue=? AND type=? AND version=?)"));
        }
        assertThat(explain(file, ReadSql.RUNNING_ROUTES)).hasSize(2).noneMatch(step -> step.contains("TEMP B-TREE"));
        for (String sql : List.of(SqliteSql.RUNNING_FIND, SqliteSql.JOB_FIND, ReadSql.ATTEMPTS, SqliteSql.KEY_FIND)) {
            assertThat(explain(file, sql)).allSatisfy(step -> assertThat(step).startsWith("SEARCH"));
        }
    }

    @Test
    void how_far_behind_jobs_are_is_found_by_indexes_and_among_what_runs() throws Exception {
        SqliteStore.open(file).close();

        assertThat(explain(file, LagSql.OVERDUE))
                .noneMatch(step -> step.contains("TEMP B-TREE"))
                .filteredOn(step -> step.startsWith("SCAN"))
                .as("only what runs is read as a whole")
                .containsExactly("SCAN r");
        for (String sql : List.of(LagSql.OLDEST_READY, LagSql.OLDEST_WAITING)) {
            assertThat(explain(file, sql))
                    .as(sql)
                    .noneMatch(step -> step.startsWith("SCAN baton"))
                    .anyMatch(step -> step.contains("INDEX baton_pending_")
                            && step.contains("(queue=? AND type=? AND version=?)"));
        }
    }

    @Test
    void a_job_that_is_due_now_is_ready_also_by_a_clock_with_nanoseconds(@TempDir Path elsewhere) {
        InstantSource fine = () -> Instant.parse("2026-01-01T00:00:00.123456789Z");
        try (SqliteStore store = SqliteStore.open(elsewhere.resolve("fine.db"), fine)) {
            NewJob job = Sample.job();
            Instant now = store.clock().instant();
            var due = new NewJob(job.id(), job.route(), job.payload(), new Urgency(0, now));

            assertThat(store.insert(List.of(due), now).get(0).state()).isEqualTo(JobState.READY);
        }
    }
}
