package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Our part of a transaction of an application's: whom it takes down with it, and whom it does not. */
@Tag("versions")
class CallersTransactionTest {

    @RegisterExtension
    final OwnSchema schema = OwnSchema.unused();

    private final NodeId node = new NodeId(UUID.randomUUID());
    private PostgresStore store;

    @BeforeEach
    void open() {
        store = schema.open(InstantSource.system());
        store.join(node, Set.of(Sample.ROUTE), Sample.now());
        Pools.ask("CREATE TABLE " + schema.name() + ".theirs (text text)");
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Claim claim() {
        store.insert(List.of(Sample.job()), Sample.now());
        var terms = Map.of(Sample.ROUTE, Terms.of(5, 3));
        return store.claim(new ClaimRequest(node, terms, List.of(), 1, true, ClaimRequest.Share.FIRST), Sample.now())
                .claims()
                .get(0);
    }

    private Claim lostClaim() {
        Claim claim = claim();
        store.leave(node, Sample.now());
        store.recover(Optional.empty(), 10, Sample.now());
        return claim;
    }

    private Connection connect(String more) throws SQLException {
        Connection connection =
                DriverManager.getConnection(SharedServer.server().url() + more);
        connection.setAutoCommit(false);
        return connection;
    }

    private void write(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + schema.name() + ".theirs VALUES ('work')");
        }
    }

    private String written() {
        return Pools.ask("SELECT count(*) FROM " + schema.name() + ".theirs");
    }

    private void finish(Connection connection, Claim claim) {
        store.finish(
                new JdbcTransaction(connection),
                new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty())),
                Sample.now());
    }

    private void assertStale(Connection connection, Claim claim) {
        assertThatThrownBy(() -> finish(connection, claim))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STALE_FENCE"));
    }

    @Test
    void who_lost_the_claim_cannot_commit_his_work_even_by_going_back_to_a_savepoint() throws SQLException {
        Claim lost = lostClaim();
        try (Connection connection = connect("")) {
            write(connection);
            Savepoint before = connection.setSavepoint();
            assertStale(connection, lost);

            assertThatThrownBy(() -> {
                        connection.rollback(before);
                        connection.commit();
                    })
                    .isInstanceOf(SQLException.class);
        }

        assertThat(written()).isEqualTo("0");
    }

    @Test
    void who_lost_the_claim_cannot_commit_his_work_where_the_driver_goes_back_by_itself() throws SQLException {
        Claim lost = lostClaim();
        try (Connection connection = connect("&autosave=always")) {
            write(connection);
            assertStale(connection, lost);

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }

        assertThat(written()).isEqualTo("0");
    }

    @Test
    void who_ends_his_job_twice_in_one_transaction_has_ended_it() throws SQLException {
        Claim claim = claim();
        try (Connection connection = connect("")) {
            finish(connection, claim);
            write(connection);
            assertStale(connection, claim);
            connection.commit();
        }

        assertThat(written()).isEqualTo("1");
        assertThat(store.attempts(claim.id())).hasSize(1);
        assertThat(store.find(claim.id(), Sample.now()).orElseThrow().standing().state())
                .isEqualTo(JobState.DONE);
    }

    @Test
    void what_was_ended_in_an_earlier_transaction_takes_a_later_one_with_it() throws SQLException {
        Claim claim = claim();
        try (Connection connection = connect("")) {
            finish(connection, claim);
            connection.commit();
            write(connection);

            assertStale(connection, claim);

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertThat(written()).isEqualTo("0");
    }

    @Test
    void what_is_called_read_uncommitted_sees_what_is_committed_and_is_taken() throws SQLException {
        NewJob job = Sample.inLane("alice");
        try (Connection connection = connect("")) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            store.insert(new JdbcTransaction(connection), List.of(job), Sample.now());
            connection.commit();
        }

        assertThat(store.find(job.id(), Sample.now())).isPresent();
    }

    /** It has tables of the same names, and a store of the same id. */
    @Test
    void a_connection_to_a_copy_of_the_database_is_refused() throws SQLException {
        Pools.ask("DROP DATABASE IF EXISTS copied");
        Pools.ask("CREATE DATABASE copied");
        String id = Pools.ask("SELECT id FROM " + schema.name() + ".baton_store");
        String url = SharedServer.server().url().replace("/postgres?", "/copied?");
        try (Connection copy = DriverManager.getConnection(url);
                Statement statement = copy.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema.name());
            statement.execute("SET search_path = " + schema.name());
            statement.execute(PostgresStore.migrationsAsSql(Optional.of(schema.name()), Optional.empty()));
            statement.execute("UPDATE baton_store SET id = '" + id + "'");
            copy.setAutoCommit(false);

            assertThatThrownBy(() -> store.insert(new JdbcTransaction(copy), List.of(Sample.job()), Sample.now()))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("WRONG_TRANSACTION"));
        }
    }
}
