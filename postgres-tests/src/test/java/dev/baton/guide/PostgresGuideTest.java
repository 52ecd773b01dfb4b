package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.postgres.PostgresStore;
import dev.baton.store.Migrations;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What the guide to PostgreSQL shows is taken from here, so it compiles and does what it says. */
class PostgresGuideTest {

    record Receipt(String order, String email) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);

    private final String schema = SharedServer.freshSchema();
    private final Set<String> sent = ConcurrentHashMap.newKeySet();

    @AfterEach
    void drop() {
        SharedServer.drop(schema);
    }

    @Test
    void a_store_is_opened_on_a_pool_and_jobs_come_with_the_callers_transaction() throws Exception {
        String url = SharedServer.server().url();
        // snippet: pool
        var config = new HikariConfig();
        config.setJdbcUrl(url); // jdbc:postgresql://db.example/shop?sslmode=verify-full
        config.setMaximumPoolSize(20); // 8 for the engine, and what your handlers need
        config.addDataSourceProperty("tcpKeepAlive", true);
        config.addDataSourceProperty("socketTimeout", 60); // seconds: a server that says nothing for so long is gone
        var pool = new HikariDataSource(config);
        // end of snippet
        try (pool) {
            open(pool);
        }
    }

    private void open(DataSource pool) throws Exception {
        // snippet: open
        PostgresStore store = PostgresStore.on(pool).schema(schema).open(); // or PostgresStore.of(pool)
        try (Baton baton = Baton.on(store)
                .handle(RECEIPT, sent, (receipt, run, outbox) -> outbox.add(receipt.email()))
                .start()) {
            // end of snippet
            JobId first = baton.enqueue(RECEIPT, new Receipt("41", "a@example.org"));
            assertThat(baton.await(first, ofSeconds(20))).isEqualTo(JobState.DONE);
            JobId id = enqueueWithAnOrder(pool, baton);
            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DONE);
        }
        assertThat(sent).containsExactlyInAnyOrder("a@example.org", "b@example.org");
    }

    private JobId enqueueWithAnOrder(DataSource pool, Baton baton) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + schema + ".orders (id text)");
            var receipt = new Receipt("42", "b@example.org");
            JobId id;
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO " + schema + ".orders VALUES ('42')");
            id = baton.enqueue(connection, RECEIPT.job(receipt).lane("shop")).id();
            connection.commit();
            return id;
        }
    }

    @Test
    void a_node_keeps_one_connection_that_may_go_past_the_pool() throws Exception {
        String url = SharedServer.server().url();
        DataSource pool = SharedServer.pool();
        // snippet: direct
        var direct = new PGSimpleDataSource(); // past the pool, for the one connection that is kept
        direct.setUrl(url);
        PostgresStore store =
                PostgresStore.on(pool).schema(schema).direct(direct).open();
        // end of snippet
        try (Baton baton = Baton.on(store)
                .handle(RECEIPT, sent, (receipt, run, outbox) -> outbox.add(receipt.email()))
                .start()) {
            JobId job = baton.enqueue(RECEIPT, new Receipt("42", "a@example.org"));

            assertThat(baton.await(job, ofSeconds(20))).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void tables_are_made_by_one_role_and_used_by_another() {
        DataSource owner = SharedServer.pool();
        DataSource application = SharedServer.applicationPool();
        String role = SharedServer.application();

        // snippet: migrate
        Migrations migrations =
                PostgresStore.on(owner).schema(schema).grantTo(role).migrations();
        Migrations.Status status = migrations.check(); // changes nothing
        List<String> applied = migrations.apply(); // [001_jobs.sql, 002_cursor.sql, …]
        String sql = migrations.print(); // for who would rather apply it by hand
        // end of snippet
        assertThat(status.missing())
                .isEqualTo(applied)
                .containsExactly(
                        "001_jobs.sql",
                        "002_cursor.sql",
                        "003_strict_runs.sql",
                        "004_facts.sql",
                        "005_evidence.sql",
                        "006_remove.sql",
                        "007_drained.sql",
                        "008_schedules.sql",
                        "009_limits.sql",
                        "010_limit_keys.sql");
        assertThat(sql).contains("CREATE TABLE baton_job");

        // snippet: application
        PostgresStore store =
                PostgresStore.on(application).schema(schema).withoutMigrating().open();
        // end of snippet
        assertThat(store.switches()).isEmpty();
        store.close();
    }

    @Test
    void who_may_not_change_tables_is_told_what_to_run() {
        DataSource application = SharedServer.applicationPool();

        assertThatThrownBy(() -> PostgresStore.on(application)
                        .schema(schema)
                        .withoutMigrating()
                        .open())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("SCHEMA_OUT_OF_DATE"));
    }
}
