package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.Terms;
import dev.baton.testserver.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that goes away, or that cannot promise what it has committed: what a caller is told, and that asking again helps. */
@Tag("slow")
class CommitTroubleTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String WAITERS = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private static PostgresServer server;
    private HikariDataSource pool;
    private PostgresStore store;

    /** It writes what does not have to be on its disk at once so late that a kill would lose it. */
    @BeforeAll
    static void start() {
        server = PostgresServer.fresh("wal_writer_delay=10s");
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @BeforeEach
    void open() {
        pool = pool();
        store = PostgresStore.of(pool);
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    private static HikariDataSource pool() {
        var config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setConnectionTimeout(Duration.ofSeconds(5).toMillis());
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static boolean tell(String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) && statement.getResultSet().next();
        }
    }

    @Test
    void a_server_that_is_gone_is_said_to_be_so_and_is_used_again_when_it_is_back() {
        NewJob job = Sample.job();
        store.insert(List.of(job), Sample.now());

        server.stopImmediately();
        assertThatThrownBy(() -> store.insert(List.of(Sample.job()), Sample.now()))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        e -> assertThat(e.code()).isEqualTo("STORE_UNAVAILABLE"));
        server.start();

        assertThat(store.insert(List.of(job), Sample.now()).get(0).answer()).isEqualTo(Inserted.Answer.EXISTING);
    }

    /** The server says that it has committed, and warns that no standby has. */
    @Test
    void a_commit_that_comes_back_with_a_warning_is_no_acknowledgement() throws Exception {
        waitForAStandby();
        NewJob job = Sample.job();
        CompletableFuture<List<Inserted>> inserting =
                CompletableFuture.supplyAsync(() -> store.insert(List.of(job), Sample.now()));

        awaitWaiter();
        tell("SELECT pg_cancel_backend(pid) " + WAITERS);

        assertThatThrownBy(() -> inserting.get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(OutcomeUnknownException.class);
        waitForNobody();
        assertThat(store.insert(List.of(job), Sample.now()).get(0).answer()).isEqualTo(Inserted.Answer.EXISTING);
    }

    /** It is there to be seen, and yet on no standby: who answers with it would promise what a failover takes away. */
    @Test
    void what_came_with_a_warning_is_no_acknowledgement_for_who_asks_again_either() throws Exception {
        waitForAStandby();
        NewJob job = Sample.job();
        for (int i = 0; i < 2; i++) {
            CompletableFuture<List<Inserted>> inserting =
                    CompletableFuture.supplyAsync(() -> store.insert(List.of(job), Sample.now()));
            awaitWaiter();
            tell("SELECT pg_cancel_backend(pid) " + WAITERS);

            assertThatThrownBy(() -> inserting.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(OutcomeUnknownException.class);
            assertThat(store.find(job.id(), Sample.now())).isPresent();
        }
        waitForNobody();
    }

    /** The end of one behind which another of its run waits is a statement that commits by itself. */
    @Test
    void an_end_within_a_run_that_comes_back_with_a_warning_is_no_acknowledgement_either() throws Exception {
        var node = new NodeId(UUID.randomUUID());
        var run = new ClaimRequest.Share(0, 2);
        store.join(node, Set.of(Sample.ROUTE), Sample.now());
        store.insert(List.of(Sample.inLane("alice"), Sample.inLane("alice")), Sample.now());
        var terms = Map.of(Sample.ROUTE, Terms.of(5, 3));
        Claim first = store.claim(new ClaimRequest(node, terms, List.of(), 10, true, run), Sample.now())
                .claims()
                .get(0);
        var done = List.of(new Finish(first.id(), first.fence(), new Ending.Done(Optional.empty())));
        waitForAStandby();
        CompletableFuture<List<Finished>> ending =
                CompletableFuture.supplyAsync(() -> store.finish(done, Sample.now()));

        awaitWaiter();
        tell("SELECT pg_cancel_backend(pid) " + WAITERS);

        assertThatThrownBy(() -> ending.get(LONG.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(OutcomeUnknownException.class);
        waitForNobody();
        assertThat(store.finish(done, Sample.now()).get(0).answer()).isEqualTo(Finished.Answer.ALREADY_RECORDED);
    }

    @Test
    void a_connection_that_is_cut_during_a_commit_leaves_its_outcome_unknown() throws Exception {
        waitForAStandby();
        NewJob job = Sample.job();
        CompletableFuture<List<Inserted>> inserting =
                CompletableFuture.supplyAsync(() -> store.insert(List.of(job), Sample.now()));

        awaitWaiter();
        server.kill();

        assertThatThrownBy(() -> inserting.get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(OutcomeUnknownException.class);
        server.start();
        waitForNobody();
    }

    @Test
    void what_was_acknowledged_is_there_after_the_server_was_killed() {
        NewJob job = Sample.job();
        store.insert(List.of(job), Sample.now());

        server.kill();
        server.start();

        assertThat(store.find(job.id(), Sample.now())).isPresent();
    }

    private static void waitForAStandby() throws SQLException {
        tell("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        tell("SELECT pg_reload_conf()");
        while (!doesACommitWait()) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    /** The server takes a setting on when it comes to it. */
    private static boolean doesACommitWait() throws SQLException {
        CompletableFuture<Boolean> trial = CompletableFuture.supplyAsync(CommitTroubleTest::commitSomething);
        boolean waits = false;
        while (!waits && !trial.isDone()) {
            waits = tell("SELECT pid " + WAITERS);
        }
        tell("SELECT pg_cancel_backend(pid) " + WAITERS);
        trial.join();
        return waits;
    }

    private static boolean commitSomething() {
        try {
            return tell("CREATE TABLE IF NOT EXISTS trial (n int); INSERT INTO trial VALUES (1)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitForNobody() throws SQLException {
        tell("ALTER SYSTEM RESET synchronous_standby_names");
        tell("SELECT pg_reload_conf()");
    }

    private static void awaitWaiter() throws SQLException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!tell("SELECT pid " + WAITERS)) {
            assertThat(System.nanoTime()).as("somebody waits for a standby").isLessThan(deadline);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
