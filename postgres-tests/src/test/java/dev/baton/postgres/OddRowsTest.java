package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testserver.SharedServer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows, nodes and transactions that should not be there any more, or never were: they stop nobody. */
class OddRowsTest {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private final NodeId node = new NodeId(UUID.randomUUID());
    private PostgresStore store;

    @BeforeEach
    void open() {
        store = schema.open(InstantSource.system());
        store.join(node, Set.of(Sample.ROUTE), Sample.now());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void a_run_ends_before_a_row_without_a_job_and_other_jobs_are_claimed_all_the_same() {
        List<NewJob> inLane = List.of(Sample.inLane("alice"), Sample.inLane("alice"), Sample.inLane("alice"));
        NewJob other = Sample.job();
        store.insert(inLane, Sample.now());
        store.insert(List.of(other), Sample.now());
        Pools.ask("DELETE FROM " + schema.name() + ".baton_job WHERE id = '"
                + inLane.get(1).id().value() + "'");
        var terms = Map.of(Sample.ROUTE, Terms.of(5, 3).replayed());

        List<Claim> claims = store.claim(
                        new ClaimRequest(node, terms, List.of(), 10, true, new ClaimRequest.Share(0, 10)), Sample.now())
                .claims();

        assertThat(claims)
                .extracting(Claim::id)
                .containsExactlyInAnyOrder(inLane.get(0).id(), other.id());
    }

    @Test
    void nodes_that_ended_long_ago_and_hold_nothing_are_forgotten() {
        var dead = new NodeId(UUID.randomUUID());
        var deadWithJob = new NodeId(UUID.randomUUID());
        store.join(dead, Set.of(), Sample.now());
        store.join(deadWithJob, Set.of(Sample.ROUTE), Sample.now());
        store.insert(List.of(Sample.job()), Sample.now());
        var request = new ClaimRequest(
                deadWithJob, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), 1, true, ClaimRequest.Share.FIRST);
        assertThat(store.claim(request, Sample.now()).claims()).hasSize(1);
        store.leave(dead, Sample.now());
        store.leave(deadWithJob, Sample.now());
        Pools.ask("UPDATE " + schema.name() + ".baton_node SET ended_at = now() - interval '8 days' WHERE NOT live");

        store.join(new NodeId(UUID.randomUUID()), Set.of(), Sample.now());

        assertThat(Pools.ask("SELECT id FROM " + schema.name() + ".baton_node WHERE NOT live"))
                .as("only the one that still holds something")
                .isEqualTo(deadWithJob.value().toString());
        assertThat(store.beat(dead, Sample.now())).isFalse();
    }

    /** As after a restore: the numbers of transactions begin again from before. */
    @Test
    void a_transaction_that_the_server_never_heard_of_keeps_nobody_from_hearing_of_the_others() throws Exception {
        var heard = new Semaphore(0);
        var transactions = new Transactions(SharedServer.pool(), Schema.of(schema.name()));
        try (var line = new Line(SharedServer.pool(), transactions, "somewhere");
                var wakeups = new Wakeups(transactions, line, "somewhere");
                AutoCloseable hint = wakeups.add(heard::release);
                var watcher = new Watcher(transactions, wakeups)) {
            assertThat(hint).isNotNull();
            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS))
                    .as("it has begun to listen")
                    .isTrue();

            watcher.watch("9000000000000000000", Set.of());
            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS))
                    .as("better too often")
                    .isTrue();
            watcher.watch(Pools.ask("SELECT pg_current_xact_id()"), Set.of());

            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
