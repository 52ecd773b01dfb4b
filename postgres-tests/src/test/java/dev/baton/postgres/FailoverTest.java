package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.Terms;
import dev.baton.testserver.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A standby that is reached by mistake, and one that takes over and does not know the last that was done. */
@Tag("versions")
class FailoverTest {

    private static HikariDataSource pool(PostgresServer server) {
        var config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static String ask(PostgresServer server, String sql) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql) && statement.getResultSet().next();
            return rows ? String.valueOf(statement.getResultSet().getString(1)) : "";
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Claimed claim(PostgresStore store, NodeId node, CrashPolicy crash) {
        var terms = Map.of(Sample.ROUTE, Terms.of(5, 3).onCrash(crash));
        return store.claim(new ClaimRequest(node, terms, List.of(), 1, true, ClaimRequest.Share.FIRST), Sample.now());
    }

    private static Claim claimOne(PostgresStore store, NodeId node, CrashPolicy crash) {
        store.insert(List.of(Sample.job()), Sample.now());
        return claim(store, node, crash).claims().get(0);
    }

    private static JobState state(PostgresStore store, Claim claim) {
        return store.find(claim.id(), Sample.now()).orElseThrow().standing().state();
    }

    @Test
    void a_standby_takes_nothing_and_says_so_and_when_it_takes_over_no_fence_is_given_twice() {
        try (var server = PostgresServer.fresh();
                HikariDataSource pool = pool(server);
                PostgresStore store = PostgresStore.of(pool)) {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(Sample.ROUTE), Sample.now());
            Claim plain = claimOne(store, node, CrashPolicy.RERUN);
            Claim asked = claimOne(store, node, CrashPolicy.RECONCILE);
            Claim held = claimOne(store, node, CrashPolicy.HOLD);

            server.stop();
            server.startAsStandby();
            pool.getHikariPoolMXBean().softEvictConnections(); // who used one a moment ago is given it without a look
            NewJob refused = Sample.job();
            assertThatThrownBy(() -> store.insert(List.of(refused), Sample.now()))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            e -> assertThat(e.code()).isEqualTo("READ_ONLY"));
            ask(server, "SELECT pg_promote()");
            // As if what was done last had not come over: these fences were given out before.
            ask(server, "SELECT setval('baton_fence', 1)");
            Claim after = claimOne(store, node, CrashPolicy.RERUN);

            assertThat(after.fence()).isGreaterThan(held.fence() + Integer.MAX_VALUE);
            assertThat(state(store, plain)).as("may be repeated").isEqualTo(JobState.RUNNING);
            assertThat(state(store, asked)).as("is asked about").isEqualTo(JobState.RETRYING);
            assertThat(state(store, held)).isEqualTo(JobState.HELD);
            assertThat(claim(store, node, CrashPolicy.RECONCILE).claims())
                    .singleElement()
                    .satisfies(again -> assertThat(again.known().doubts()).hasSize(1));
            var end = new Finish(plain.id(), plain.fence(), new Ending.Done(Optional.empty()));
            assertThat(store.finish(List.of(end), Sample.now()).get(0).answer()).isEqualTo(Finished.Answer.RECORDED);
        }
    }

    @Test
    void a_store_that_is_opened_on_a_copy_on_another_server_gives_no_fence_twice() {
        try (var server = PostgresServer.fresh();
                HikariDataSource pool = pool(server)) {
            var node = new NodeId(UUID.randomUUID());
            long before;
            try (PostgresStore store = PostgresStore.of(pool)) {
                store.join(node, Set.of(Sample.ROUTE), Sample.now());
                before = claimOne(store, node, CrashPolicy.RERUN).fence();
            }
            ask(server, "UPDATE baton_store SET system = '42'");

            try (PostgresStore store = PostgresStore.of(pool)) {
                assertThat(claimOne(store, node, CrashPolicy.RERUN).fence()).isGreaterThan(before + Integer.MAX_VALUE);
            }
            try (PostgresStore store = PostgresStore.of(pool)) {
                assertThat(claimOne(store, node, CrashPolicy.RERUN).fence())
                        .as("once")
                        .isLessThan(before + 2L * Integer.MAX_VALUE + 100);
            }
        }
    }
}
