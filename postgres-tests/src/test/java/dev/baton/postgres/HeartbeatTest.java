package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testkit.Recorder;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node says that it lives on a connection of its own, whatever becomes of all others. */
@Tag("slow")
class HeartbeatTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);
    private static final JobType<Note> OTHER = JobType.of("other.take", Note.class);
    private static final Duration BEAT = Duration.ofMillis(200);
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final String LISTENERS =
            "FROM pg_stat_activity WHERE query LIKE 'LISTEN \"baton_%' AND datname = current_database()";

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private PostgresStore on(HikariDataSource pool) {
        return PostgresStore.on(pool).schema(schema.name()).open();
    }

    private static long beatOf(PostgresStore store, NodeId node) {
        return store.liveNodes().stream()
                .filter(each -> each.node().equals(node))
                .mapToLong(NodeBeat::beat)
                .findFirst()
                .orElse(-1);
    }

    @Test
    void a_node_lives_though_its_handlers_hold_every_connection_of_the_pool_for_longer_than_its_lease()
            throws Exception {
        var told = new Recorder<Event>();
        var entered = new CountDownLatch(3);
        var mayEnd = new CountDownLatch(1);
        PostgresStore watching = schema.open(InstantSource.system());
        try (HikariDataSource pool = Pools.of(4);
                Baton busy = Baton.on(on(pool))
                        .heartbeat(BEAT, LEASE)
                        .concurrency(3)
                        .handle(NOTE, pool, (note, run, connections) -> {
                            try (Connection held = connections.getConnection()) {
                                assertThat(held.isClosed()).isFalse();
                                entered.countDown();
                                mayEnd.await();
                            }
                        })
                        .start();
                Baton watcher = Baton.on(watching)
                        .heartbeat(BEAT, LEASE)
                        .listener(told::accept)
                        .handle(OTHER, this, (note, run, test) -> {})
                        .enqueues(NOTE)
                        .start()) {
            var jobs = new ArrayList<JobId>();
            for (int i = 0; i < 3; i++) {
                jobs.add(watcher.enqueue(NOTE, new Note("n" + i)));
            }
            entered.await();
            NodeId node = watching.find(jobs.get(0), InstantSource.system().instant())
                    .flatMap(job -> job.standing().hold())
                    .orElseThrow()
                    .owner();
            long since = beatOf(watching, node);

            boolean beats = Pools.until(() -> beatOf(watching, node) > since + 25 || beatOf(watching, node) < 0);
            long last = beatOf(watching, node);
            mayEnd.countDown();

            assertThat(beats).isTrue();
            assertThat(last).as("for more than two leases").isGreaterThan(since + 25);
            assertThat(watcher.awaitAll(jobs, Duration.ofSeconds(30)).values()).containsOnly(JobState.DONE);
            assertThat(told.events(Event.NodeDied.class)).isEmpty();
            assertThat(jobs)
                    .allSatisfy(job -> assertThat(watching.attempts(job)).hasSize(1));
            assertThat(busy.isReady()).isTrue();
        }
    }

    @Test
    void a_node_whose_connection_was_cut_beats_on_another() {
        try (HikariDataSource pool = Pools.of(3);
                PostgresStore store = on(pool)) {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(), Sample.now());
            store.beat(node, Sample.now());
            String mine = Pools.ask("SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'idle'"
                    + " AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1");
            Pools.ask("SELECT pg_terminate_backend(" + mine + ")");

            assertThat(store.beat(node, Sample.now())).isTrue();
            assertThat(store.beat(node, Sample.now())).isTrue();
            assertThat(beatOf(store, node)).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void a_pool_without_a_second_connection_is_refused_by_name_when_a_node_joins() {
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(500);
        try (var pool = new HikariDataSource(config);
                PostgresStore store = on(pool)) {
            assertThatThrownBy(() -> store.join(new NodeId(UUID.randomUUID()), Set.of(), Sample.now()))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            e -> assertThat(e.code()).isEqualTo("POOL_EXHAUSTED"));
        }
    }

    @Test
    void a_pool_of_one_is_enough_where_another_source_gives_the_connection_that_is_kept() {
        try (HikariDataSource pool = Pools.of(1);
                PostgresStore store = PostgresStore.on(pool)
                        .schema(schema.name())
                        .direct(SharedServer.pool())
                        .open()) {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(), Sample.now());

            assertThat(store.beat(node, Sample.now())).isTrue();
            assertThat(store.insert(List.of(Sample.job()), Sample.now())).hasSize(1);
        }
    }

    @Test
    void a_closed_store_gives_its_connection_back_as_it_was() throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url());
        config.setMaximumPoolSize(2);
        config.setAutoCommit(false);
        try (var pool = new HikariDataSource(config)) {
            PostgresStore store = on(pool);
            store.join(new NodeId(UUID.randomUUID()), Set.of(), Sample.now());
            AutoCloseable hint = store.onWork(() -> {});
            assertThat(Pools.until(() -> !Pools.ask("SELECT pid " + LISTENERS).isEmpty()))
                    .isTrue();
            hint.close();

            store.close();

            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            try (Connection one = pool.getConnection();
                    Connection two = pool.getConnection()) {
                for (Connection each : List.of(one, two)) {
                    assertThat(each.getAutoCommit()).isFalse();
                    assertThat(each.getNetworkTimeout()).isZero();
                    try (var statement = each.createStatement();
                            var channels = statement.executeQuery("SELECT pg_listening_channels()")) {
                        assertThat(channels.next()).isFalse();
                    }
                }
            }
        }
    }
}
