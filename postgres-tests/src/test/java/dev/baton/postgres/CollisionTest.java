package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Transactions that cannot both go on: ours begin again by themselves, a caller is told to, and nothing is lost or doubled. */
@Tag("slow")
class CollisionTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private PostgresStore store;

    @BeforeEach
    void open() {
        store = schema.open(InstantSource.system());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Connection begin(String deadlockTimeout) throws SQLException {
        Connection connection = SharedServer.server().connect();
        connection.setAutoCommit(false);
        tell(connection, "SET deadlock_timeout = '" + deadlockTimeout + "'");
        connection.commit();
        return connection;
    }

    private static void tell(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Inserted add(Connection caller, String lane) {
        return store.insert(new JdbcTransaction(caller), List.of(Sample.inLane(lane)), Sample.now())
                .get(0);
    }

    private static long ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Waits until somebody waits for this connection. */
    private static void awaitWaiter(Connection connection) throws SQLException {
        await(connection, "SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))");
    }

    /** Waits until the answer to this has a row. Within a transaction the server remembers who did what. */
    private static void await(Connection connection, String sql, Object... values) throws SQLException {
        long end = System.nanoTime() + LONG.toNanos();
        boolean found = false;
        while (!found && System.nanoTime() - end < 0) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql.formatted(values))) {
                found = rows.next();
                statement.execute("SELECT pg_stat_clear_snapshot()");
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(found).isTrue();
    }

    @Test
    void of_two_callers_who_add_to_two_lanes_in_opposite_order_one_is_told_to_begin_again() throws Exception {
        try (Connection patient = begin("60s");
                Connection impatient = begin("50ms")) {
            add(patient, "a");
            add(impatient, "b");
            CompletableFuture<Inserted> adding = CompletableFuture.supplyAsync(() -> add(patient, "b"));
            awaitWaiter(impatient);

            assertThatThrownBy(() -> add(impatient, "a"))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            e -> assertThat(e.code()).isEqualTo("TRANSACTION_CONFLICT"));
            impatient.rollback();

            assertThat(adding.get(LONG.toSeconds(), TimeUnit.SECONDS).turn()).contains(new Turn("b", 1));
            patient.commit();
            assertThat(add(impatient, "a").turn()).contains(new Turn("a", 2));
            impatient.commit();
        }
    }

    /** Ours waits for lane b with lane a in its hands when the caller, who has b, wants a. */
    @Test
    void our_own_transaction_that_stands_in_a_callers_way_gives_way_and_begins_again() throws Exception {
        try (Connection caller = begin("60s")) {
            add(caller, "b");
            CompletableFuture<List<Inserted>> adding = CompletableFuture.supplyAsync(
                    () -> store.insert(List.of(Sample.inLane("a"), Sample.inLane("b")), Sample.now()));
            awaitWaiter(caller);

            assertThat(add(caller, "a").turn()).contains(new Turn("a", 1));
            caller.commit();

            assertThat(adding.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .extracting(Inserted::turn)
                    .extracting(turn -> turn.orElseThrow().sequence())
                    .containsExactly(2L, 2L);
        }
    }

    /** It was there when it was looked for, and is gone when its state is to be told. */
    @Test
    void a_job_that_is_removed_while_it_is_added_again_is_added_anew() throws Exception {
        NewJob old = Sample.inLane("z");
        store.insert(List.of(old), Sample.now());
        store.command(
                List.of(new OperatorCommand.OnJob(
                        old.id(), OperatorCommand.Act.CANCEL, new OperatorCommand.By("bob", ""))),
                Sample.now());
        try (Connection caller = begin("60s")) {
            add(caller, "a");
            CompletableFuture<List<Inserted>> adding =
                    CompletableFuture.supplyAsync(() -> store.insert(List.of(old, Sample.inLane("a")), Sample.now()));
            awaitWaiter(caller);
            assertThat(store.prune(Sample.now().plusSeconds(60), 10)).isEqualTo(1);
            caller.commit();

            assertThat(adding.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .extracting(Inserted::answer)
                    .containsExactly(Inserted.Answer.ADDED, Inserted.Answer.ADDED);
        }
    }

    /**
     * Whoever brings a dead job back takes its lane before its key; who adds one takes the key first. The other stands still from when the
     * caller gives way until it has come back, as a process does on a busy machine.
     */
    @Test
    void a_callers_part_that_has_to_give_way_is_begun_again_and_the_caller_does_not_notice() throws Exception {
        store.insert(List.of(Sample.inLane("a")), Sample.now());
        NewJob job = Sample.job(Optional.of("a"), Optional.of(new KeyRequest(KeyScope.FOREVER, "order-42", false)));
        try (Connection first = begin("60s");
                Connection other = begin("60s");
                Connection caller = begin("50ms")) {
            long callersProcess = ask(caller, "SELECT pg_backend_pid()");
            long othersProcess = ask(other, "SELECT pg_backend_pid()");
            shareLane(first, "a");
            shareLane(other, "a");
            CompletableFuture<List<Inserted>> adding = CompletableFuture.supplyAsync(
                    () -> store.insert(new JdbcTransaction(caller), List.of(job), Sample.now()), CollisionTest::aside);
            awaitWaiter(first);
            CompletableFuture<Void> takingKey =
                    CompletableFuture.runAsync(() -> takeKey(other, "order-42"), CollisionTest::aside);
            await(first, "SELECT 1 FROM pg_stat_activity WHERE %d = ANY (pg_blocking_pids(pid))", callersProcess);

            signal("STOP", othersProcess);
            try {
                long since = ask(first, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
                first.rollback();
                await(
                        first,
                        "SELECT 1 FROM pg_stat_activity WHERE pid = %d AND wait_event_type = 'Lock'"
                                + " AND extract(epoch FROM query_start) * 1000000 > %d",
                        callersProcess,
                        since);
            } finally {
                signal("CONT", othersProcess);
            }
            takingKey.get(LONG.toSeconds(), TimeUnit.SECONDS);
            other.rollback();

            assertThat(adding.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .extracting(Inserted::turn)
                    .containsExactly(Optional.of(new Turn("a", 2)));
            caller.commit();
        }
        assertThat(schema.count("SELECT count(*) FROM baton_key")).isEqualTo(1);
    }

    /** On a thread of its own: where processors are few, there may be but one for all that is done aside. */
    private static void aside(Runnable task) {
        new Thread(task, "aside").start();
    }

    /** So that nobody can have it alone. */
    private void shareLane(Connection connection, String lane) throws SQLException {
        tell(connection, "SELECT 1 FROM " + schema.name() + ".baton_lane WHERE name = '" + lane + "' FOR SHARE");
    }

    private void takeKey(Connection connection, String key) {
        try {
            tell(
                    connection,
                    "INSERT INTO " + schema.name() + ".baton_key (type, scope, key, heir, job)"
                            + " VALUES ('receipt.send', 'FOREVER', '" + key + "', false, gen_random_uuid())");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void signal(String name, long process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void a_callers_serialization_error_takes_its_jobs_with_it_and_nobody_elses() throws Exception {
        try (Connection first = serializable();
                Connection second = serializable()) {
            Inserted kept = store.insert(new JdbcTransaction(first), List.of(Sample.job()), Sample.now())
                    .get(0);
            Inserted lost = store.insert(new JdbcTransaction(second), List.of(Sample.job()), Sample.now())
                    .get(0);
            first.commit();
            assertThatThrownBy(second::commit)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));

            assertThat(store.find(kept.id(), Sample.now())).isPresent();
            assertThat(store.find(lost.id(), Sample.now())).isEmpty();
        }
    }

    /** In which what was read stands against what the other writes. */
    private Connection serializable() throws SQLException {
        Connection connection = SharedServer.server().connect();
        tell(connection, "CREATE TABLE IF NOT EXISTS " + schema.name() + ".account (balance bigint)");
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        connection.setAutoCommit(false);
        tell(connection, "SELECT sum(balance) FROM " + schema.name() + ".account");
        tell(connection, "INSERT INTO " + schema.name() + ".account VALUES (1)");
        return connection;
    }
}
