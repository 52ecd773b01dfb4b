package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Limit;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/** What a claim under limits of keys costs, in the steps of SQLite's machine, and what becomes of keys that nobody uses. */
class LimitKeyPlansTest {

    private static final Route ROUTE = Sample.job().route();
    private static final Limit LIMIT = Limit.ofQueue(ROUTE.queue()).forEachKey().atOnce(1);
    private static final int MANY = 100_000;

    @TempDir
    Path folder;

    private Path file;
    private NodeId node;

    @BeforeEach
    void open() {
        file = folder.resolve("app.db");
        try (SqliteStore store = SqliteStore.open(file)) {
            node = Sample.join(store);
            store.limits().declare(List.of(LIMIT), Instant.EPOCH);
        }
    }

    private void add(String key) {
        NewJob job = Sample.job();
        try (SqliteStore store = SqliteStore.open(file)) {
            node = Sample.join(store);
            var one = new NewJob(job.id(), ROUTE.withKey(key), job.payload(), new Urgency(0, Instant.EPOCH));
            store.insert(List.of(one), Instant.EPOCH);
        }
    }

    private ClaimRequest request(int total) {
        var cap = new ClaimRequest.Cap(Set.of(ROUTE), total, Optional.of(LIMIT));
        return new ClaimRequest(
                node, Map.of(ROUTE, Terms.of(5, 3)), List.of(cap), total, true, ClaimRequest.Share.FIRST);
    }

    /** The steps of a claim that takes so many jobs. */
    private long steps(int taken, Instant now) throws SQLException {
        var count = new long[1];
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var jdbc = new Jdbc(connection)) {
            connection.setAutoCommit(false);
            ProgressHandler.setHandler(connection, 1, new ProgressHandler() {
                @Override
                protected int progress() {
                    count[0]++;
                    return 0;
                }
            });
            List<Claim> claims = new Verbs(jdbc).limits.claim(request(10), now).claims();
            ProgressHandler.clearHandler(connection);
            assertThat(claims).hasSize(taken);
            connection.commit();
        }
        return count[0];
    }

    @Test
    void a_hundred_thousand_jobs_of_a_full_key_cost_a_claim_no_more_than_one() throws Exception {
        add("a");
        steps(1, Instant.EPOCH);
        add("a");
        Instant now = Instant.EPOCH;
        long nothing = steps(0, now);
        add("b");
        long one = steps(1, now);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute(
                    "DELETE FROM baton_running WHERE id IN (SELECT job FROM baton_limit_key_slot WHERE key = 'b')");
        }

        Copies.of(file, MANY)
                .with("ready", "1")
                .into("baton_job")
                .into("baton_pending")
                .commit();
        assertThat(steps(0, now)).as("nobody but those of the full key").isLessThan(2 * nothing);
        add("b");
        assertThat(steps(1, now)).as("one of another key").isLessThan(2 * one);
    }

    @Test
    void every_statement_of_a_claim_under_limits_of_keys_looks_into_indexes() throws Exception {
        for (String sql : List.of(
                LimitKeySql.VIEW,
                LimitKeySql.USE,
                LimitKeySql.SLOTS_CLEAR,
                LimitKeySql.SLOT_ADD,
                LimitKeySql.IDLE,
                LimitKeySql.FORGET,
                LimitKeySql.LOOK_LATER,
                LimitKeySql.FIND)) {
            assertThat(explain(file, sql)).as(sql).noneMatch(step -> step.startsWith("SCAN"));
        }
        assertThat(explain(file, LimitKeySql.NEXT))
                .noneMatch(step -> step.contains("SCAN") && step.contains("baton_pending"))
                .anyMatch(step -> step.contains("COVERING INDEX baton_pending_ready (queue>? AND queue<?)"));
    }

    @Test
    void keys_that_nobody_uses_any_more_are_forgotten_and_those_with_running_jobs_are_not() throws Exception {
        add("long");
        steps(1, Instant.EPOCH);
        for (int i = 0; i < 20; i++) {
            add("key-" + i);
        }
        steps(10, Instant.EPOCH);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute(
                    "DELETE FROM baton_running WHERE id IN (SELECT job FROM baton_limit_key_slot WHERE key <> 'long')");
            Instant later = Instant.EPOCH.plus(Duration.ofHours(1));
            for (int i = 0; i < 16; i++) {
                add("new-" + i);
                steps(i == 0 ? 10 : i == 1 ? 2 : 1, later.plusSeconds(i));
            }
            try (var rows = statement.executeQuery(
                    "SELECT count(*), (SELECT count(*) FROM baton_limit_key WHERE key = 'long') FROM baton_limit_key"
                            + " WHERE full_at < 3000000000")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
                assertThat(rows.getInt(2)).isEqualTo(1);
            }
        }
    }
}
