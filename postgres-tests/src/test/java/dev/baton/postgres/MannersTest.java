package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testserver.SharedServer;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** On connections that are somebody else's: it takes them as they are, and leaves them so. */
@Tag("versions")
class MannersTest {

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

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private JobState state(NewJob job) {
        return store.find(job.id(), Sample.now()).orElseThrow().standing().state();
    }

    static Stream<NewJob> boundToOthers() {
        return Stream.of(Sample.inLane("alice"), Sample.keyed("order-42"));
    }

    @ParameterizedTest
    @MethodSource("boundToOthers")
    void a_job_with_a_lane_or_a_key_is_refused_where_the_newest_cannot_be_seen_and_nothing_is_lost(NewJob bound)
            throws SQLException {
        NewJob free = Sample.job();
        try (Connection connection = SharedServer.pool().getConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            var transaction = new JdbcTransaction(connection);

            assertRefused(() -> store.insert(transaction, List.of(bound), Sample.now()), "WRONG_ISOLATION");
            store.insert(transaction, List.of(free), Sample.now());
            connection.commit();
        }

        assertThat(state(free)).isEqualTo(JobState.READY);
        assertThat(store.find(bound.id(), Sample.now())).isEmpty();
    }

    @Test
    void a_connection_that_commits_by_itself_is_refused() throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection()) {
            assertRefused(
                    () -> store.insert(new JdbcTransaction(connection), List.of(Sample.job()), Sample.now()),
                    "WRONG_TRANSACTION");
        }
    }

    @Test
    void a_connection_that_leads_to_other_tables_is_refused_and_its_transaction_stays_usable() throws SQLException {
        try (OwnSchema other = new OwnSchema();
                PostgresStore elsewhere = other.open(InstantSource.system());
                HikariDataSource database = anotherDatabase();
                Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TABLE theirs (text text)");

            assertRefused(
                    () -> store.insert(new JdbcTransaction(connection), List.of(Sample.job()), Sample.now()),
                    "WRONG_TRANSACTION");
            statement.execute("INSERT INTO theirs VALUES ('still there')");
            connection.commit();
            assertThat(elsewhere.switches()).isEmpty();
        }
    }

    private static HikariDataSource anotherDatabase() throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS another");
            statement.execute("CREATE DATABASE another");
        }
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url().replace("/postgres?", "/another?"));
        config.setMaximumPoolSize(1);
        return new HikariDataSource(config);
    }

    /** Whatever a pool has set, it finds it again. */
    @ParameterizedTest
    @ValueSource(strings = {"TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"})
    void it_works_on_any_pool_and_leaves_its_connections_as_they_were(String isolation) throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        config.setReadOnly(true);
        config.setTransactionIsolation(isolation);
        try (var pool = new HikariDataSource(config);
                PostgresStore onPool =
                        PostgresStore.on(pool).schema(schema.name()).open()) {
            NewJob job = Sample.inLane("alice");

            Inserted inserted = onPool.insert(List.of(job), Sample.now()).get(0);

            assertThat(inserted.answer()).isEqualTo(Inserted.Answer.ADDED);
            assertThat(state(job)).isEqualTo(JobState.READY);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(connection.isReadOnly()).isTrue();
                assertThat(connection.getAutoCommit()).isFalse();
                assertThat(shown(statement, "lock_timeout")).isEqualTo("0");
                assertThat(shown(statement, "idle_in_transaction_session_timeout"))
                        .isEqualTo("0");
                assertThat(shown(statement, "enable_seqscan")).isEqualTo("on");
                assertThat(shown(statement, "transaction_isolation").replace(' ', '_'))
                        .isEqualToIgnoringCase(isolation.replace("TRANSACTION_", ""));
            }
        }
    }

    private static String shown(Statement statement, String setting) throws SQLException {
        try (ResultSet answer = statement.executeQuery("SHOW " + setting)) {
            answer.next();
            return answer.getString(1);
        }
    }

    /** As a pool that forgets, or a data source that knows of transactions and gives us the caller's. */
    @Test
    void a_connection_with_somebody_elses_transaction_on_it_is_refused_by_name_and_left_as_it_is() throws SQLException {
        try (Connection theirs = SharedServer.server().connect();
                Statement statement = theirs.createStatement()) {
            theirs.setAutoCommit(false);
            statement.execute("CREATE TEMPORARY TABLE theirs (text text)");
            var lending = new PGSimpleDataSource() {
                private static final long serialVersionUID = 1L;

                @Override
                public Connection getConnection() {
                    return (Connection) Proxy.newProxyInstance(
                            getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, given) -> {
                                boolean closes = method.getName().equals("close");
                                return closes ? null : method.invoke(theirs, given);
                            });
                }
            };

            assertRefused(() -> PostgresStore.on(lending).schema(schema.name()).open(), "TRANSACTION_OPEN");

            statement.execute("INSERT INTO theirs VALUES ('still there')");
            theirs.rollback();
        }
    }

    @Test
    void a_schema_may_have_a_name_that_has_to_be_quoted() {
        Pools.ask("DROP SCHEMA IF EXISTS \"my-app $1\" CASCADE");
        try (PostgresStore quoted =
                PostgresStore.on(SharedServer.pool()).schema("my-app $1").open()) {
            NewJob job = Sample.inLane("alice");

            quoted.insert(List.of(job), Sample.now());

            assertThat(quoted.find(job.id(), Sample.now())).isPresent();
        } finally {
            Pools.ask("DROP SCHEMA \"my-app $1\" CASCADE");
        }
        assertRefused(() -> PostgresStore.on(SharedServer.pool()).schema("it's"), "BAD_SCHEMA");
        assertRefused(() -> PostgresStore.on(SharedServer.pool()).schema("a\"b"), "BAD_SCHEMA");
    }

    @Test
    void a_database_that_cannot_keep_every_text_is_refused() {
        Pools.ask("DROP DATABASE IF EXISTS western");
        Pools.ask("CREATE DATABASE western ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
        var source = new PGSimpleDataSource();
        source.setUrl(SharedServer.server().url().replace("/postgres?", "/western?"));

        assertRefused(() -> PostgresStore.of(source), "WRONG_ENCODING");
    }

    /** What a pool forgets, or a pooler, or a migration makes invalid, is prepared afresh. */
    @Test
    void statements_that_were_prepared_are_so_again_when_a_table_has_changed_or_the_server_forgot_them()
            throws SQLException {
        try (HikariDataSource pool = Pools.of(1);
                PostgresStore onPool =
                        PostgresStore.on(pool).schema(schema.name()).open()) {
            for (int i = 0; i < 10; i++) {
                onPool.insert(List.of(Sample.inLane("alice")), Sample.now());
            }
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DO 'BEGIN EXECUTE ''DEALLOCATE ALL''; END'"); // so that the driver does not notice
            }
            onPool.insert(List.of(Sample.inLane("alice")), Sample.now());
            Pools.ask("ALTER TABLE " + schema.name() + ".baton_running ADD COLUMN newer text");
            Pools.ask("ALTER TABLE " + schema.name() + ".baton_pending ADD COLUMN newer text");
            Pools.ask("ALTER TABLE " + schema.name() + ".baton_job ADD COLUMN newer text");
            NewJob after = Sample.job();

            onPool.insert(List.of(after), Sample.now());

            assertThat(state(after)).isEqualTo(JobState.READY);
        }
    }

    @Test
    void our_own_transactions_end_when_their_process_says_nothing_and_not_when_a_pool_is_impatient()
            throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url() + "&options=-c%20statement_timeout=1");
        config.setMaximumPoolSize(2);
        try (var pool = new HikariDataSource(config);
                PostgresStore onPool =
                        PostgresStore.on(pool).schema(schema.name()).open()) {
            boolean checks = Integer.parseInt(Pools.ask("SHOW server_version_num")) >= 140_000;
            var transactions = new Transactions(
                    pool, Schema.of(schema.name()), checks ? List.of(TransactionSql.CLIENT_CHECK) : List.of());

            List<String> settings = transactions.write(on -> {
                on.execute("SELECT pg_sleep(0.01)");
                return on.query(
                        "SELECT current_setting('idle_in_transaction_session_timeout') AS value"
                                + " UNION ALL SELECT current_setting('client_connection_check_interval', true)",
                        row -> row.optionalText("value").orElse("5s"));
            });

            assertThat(settings).containsExactlyInAnyOrder("10s", "5s");
            assertThat(onPool.switches()).isEmpty();
        }
    }

    @Test
    void a_closed_store_refuses_everything_and_leaves_the_pool_open() throws SQLException {
        store.close();

        assertRefused(() -> store.switches(), "STORE_CLOSED");
        try (Connection connection = SharedServer.pool().getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void many_jobs_that_are_added_in_one_transaction_are_no_burden_to_everybody_else() throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 10; i++) {
                store.insert(new JdbcTransaction(connection), List.of(Sample.job(), Sample.job()), Sample.now());
            }
            connection.commit();
            connection.setAutoCommit(true);
        }

        assertThat(schema.count("SELECT count(*) FROM baton_job")).isEqualTo(20);
        assertThat(schema.count("SELECT count(DISTINCT xmin::text) FROM baton_job"))
                .as("none of them is in a subtransaction")
                .isEqualTo(1);
    }

    /** Nobody could see it when the other began. */
    @Test
    void a_job_that_somebody_else_adds_at_the_same_moment_stands_for_itself() throws Exception {
        NewJob both = Sample.job();
        NewJob other = Sample.job();
        CompletableFuture<List<Inserted>> second;
        try (Connection first = SharedServer.pool().getConnection();
                Stranger watching = schema.stranger()) {
            first.setAutoCommit(false);
            store.insert(new JdbcTransaction(first), List.of(both), Sample.now());
            second = CompletableFuture.supplyAsync(() -> store.insert(List.of(both, other), Sample.now()));
            watching.awaitOneWhoWaits();
            first.commit();
            first.setAutoCommit(true);
        }

        assertThat(second.get(20, TimeUnit.SECONDS))
                .extracting(Inserted::answer)
                .containsExactly(Inserted.Answer.EXISTING, Inserted.Answer.ADDED);
    }

    @Test
    void it_works_in_a_database_all_of_whose_tables_are_published() {
        schema.run("CREATE PUBLICATION everything FOR ALL TABLES");
        try {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(Sample.ROUTE), Sample.now());
            store.insert(List.of(Sample.job()), Sample.now());
            var request = new ClaimRequest(
                    node, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), 1, true, ClaimRequest.Share.FIRST);
            Claim claim = store.claim(request, Sample.now()).claims().get(0);
            store.finish(
                    List.of(new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty()))), Sample.now());

            assertThat(store.prune(Sample.now().plusSeconds(1), 10)).isEqualTo(1);
        } finally {
            schema.run("DROP PUBLICATION everything");
        }
    }
}
