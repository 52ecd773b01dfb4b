package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobIds;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many pages are read for a job, with a long past, and with rows that are dead and cannot be cleared away yet. */
@Tag("slow")
class CostTest {

    private static final int BATCH = 10;
    private static final int ROUNDS = 30;
    private static final int LITTLE = 400;
    private static final String LOOK_AT_ALL = "WITH RECURSIVE level";
    private static final String LOOK_FROM = "due_from";
    private static final String AUDIT = "fence >= ";
    private static final String RECOVER = "live.low";
    private static final String TAKE = "WITH alive";
    private static final String FINISH = "RETURNING id, node, fence";
    private static final Duration LONG = Duration.ofSeconds(20);

    private final MeasuredServer server = new MeasuredServer();
    private final NodeId node = new NodeId(UUID.randomUUID());
    private final JobIds ids = new JobIds(InstantSource.system(), new Random());
    private PostgresStore store;

    @BeforeEach
    void open() {
        store = PostgresStore.of(server.pool());
        store.join(node, Set.of(Sample.ROUTE), Sample.now());
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    private List<Claim> claim() {
        var request = new ClaimRequest(
                node, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), BATCH, true, ClaimRequest.Share.FIRST);
        return store.claim(request, Sample.now()).claims();
    }

    private void finish(List<Claim> claims) {
        List<Finish> ends = claims.stream()
                .map(claim -> new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty())))
                .toList();
        assertThat(store.finish(ends, Sample.now()))
                .extracting(Finished::answer)
                .containsOnly(Finished.Answer.RECORDED);
    }

    /** All that an engine does, as often as it is said. */
    private void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            store.insert(Stream.generate(Sample::job).limit(BATCH).toList(), Sample.now());
            List<Claim> claims = claim();
            assertThat(claims).as("round %s", i).hasSize(BATCH);
            assertThat(store.heldBy(node)).hasSize(BATCH);
            assertThat(store.recover(Optional.empty(), 100, Sample.now()).moved())
                    .isEmpty();
            finish(claims);
        }
    }

    /** As if so many jobs had been claimed and ended since: where they stood they are dead. */
    private void makeDead(int rows) {
        server.run("""
                INSERT INTO baton_pending
                SELECT gen_random_uuid(), 'default', 'receipt.send', 1, NULL, NULL, 0, 1700000000000000 + i, true, false, false,
                    0, 0, 0, false, 0
                FROM generate_series(1, %d) i
                """.formatted(rows));
        server.run("DELETE FROM baton_pending");
        server.run("""
                INSERT INTO baton_running (id, node, fence, claimed_at, queue, type, version, priority, run_head, attempts,
                    failures, lost, limit_attempts, limit_losses, crash, parked_head, cancel_wanted, doubt)
                SELECT gen_random_uuid(), '%s', i, 0, 'default', 'receipt.send', 1, 0, 0, 1, 0, 0, 5, 3, 'RERUN', 'BLOCKS',
                    false, 0
                FROM generate_series(1, %d) i
                """.formatted(node.value(), rows));
        server.run("DELETE FROM baton_running");
        server.run("SELECT setval('baton_fence', %d)".formatted(rows + 1));
    }

    private void assertDeadRowsCostLittle(int dead) throws Exception {
        try (Connection elsewhere = server.connect()) {
            elsewhere.setAutoCommit(false);
            elsewhere.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            elsewhere.createStatement().execute("SELECT 1");
            makeDead(dead);
            work(1);
            server.countFromZero();
            long begun = System.nanoTime();

            work(ROUNDS);

            long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
            assertThat(server.calls(LOOK_AT_ALL))
                    .as("looks at everything within %s s", seconds)
                    .isLessThanOrEqualTo(seconds + 2);
            assertThat(server.calls(LOOK_FROM)).isGreaterThan(server.calls(LOOK_AT_ALL));
            for (String statement : List.of(LOOK_FROM, TAKE, FINISH, RECOVER)) {
                assertThat(server.costs(statement))
                        .as(statement)
                        .isNotEmpty()
                        .allSatisfy(cost -> assertThat(cost.pagesPerCall()).isLessThan(LITTLE));
            }
            assertThat(server.pages(AUDIT))
                    .as("pages of %s audits, of which one in three seconds is whole", ROUNDS)
                    .isLessThan((seconds / 3 + 2) * dead / 10 + (long) ROUNDS * LITTLE);
            assertWhatStandsBeforeIsFound();
        }
    }

    private void assertWhatStandsBeforeIsFound() {
        var early = new Urgency(0, Sample.now().minus(Duration.ofDays(1)));
        var high = new Urgency(5, Sample.now());
        for (Urgency urgency : List.of(early, high)) {
            var job = new NewJob(
                    ids.next(), Sample.ROUTE, Payload.of("{}", "a job"), urgency, Optional.empty(), Optional.empty());
            store.insert(List.of(job), Sample.now());
            long deadline = System.nanoTime() + LONG.toNanos();
            List<Claim> claims = claim();
            while (claims.isEmpty() && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                claims = claim();
            }
            assertThat(claims).extracting(Claim::id).containsExactly(job.id());
            finish(claims);
        }
    }

    @Test
    void a_hundred_thousand_dead_rows_behind_a_transaction_elsewhere_do_not_stop_the_show() throws Exception {
        assertDeadRowsCostLittle(100_000);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void a_million_dead_rows_behind_a_transaction_elsewhere_do_not_stop_the_show() throws Exception {
        assertDeadRowsCostLittle(1_000_000);
    }

    @Test
    void a_long_past_makes_claims_and_ends_read_no_more_and_is_removed_by_what_is_removed() {
        work(5);
        server.countFromZero();
        work(ROUNDS);
        long before = pagesOfWork();

        addHistory(100_000);
        work(5);
        server.countFromZero();
        work(ROUNDS);

        assertThat(pagesOfWork()).as("pages, and without a past %s", before).isLessThan(2 * before);

        server.countFromZero();
        assertThat(store.prune(Instant.ofEpochSecond(1), 1000)).isEqualTo(1000);
        assertThat(server.pages("baton_prune") / 1000)
                .as("pages for each job that is removed")
                .isLessThan(60);
    }

    @Test
    void the_end_of_a_job_behind_which_another_of_its_run_waits_is_one_statement_that_reads_few_pages() {
        addHistory(20_000);
        int run = 30;
        store.insert(Stream.generate(() -> Sample.inLane("alice")).limit(run).toList(), Sample.now());
        var share = new ClaimRequest.Share(0, run);
        Map<Route, Terms> terms = Map.of(Sample.ROUTE, Terms.of(5, 3));
        List<Claim> claims = store.claim(new ClaimRequest(node, terms, List.of(), 1, true, share), Sample.now())
                .claims();
        assertThat(claims).hasSize(run);
        server.countFromZero();

        claims.forEach(claim -> finish(List.of(claim)));

        assertThat(server.calls("baton_pass_on")).isEqualTo(run - 1);
        assertThat(server.calls(FINISH)).as("for the last").isEqualTo(1);
        assertThat(server.pages("baton_pass_on") / (run - 1))
                .as("pages for each")
                .isLessThan(60);
    }

    private long pagesOfWork() {
        return List.of(LOOK_AT_ALL, TAKE, FINISH, "INSERT INTO \"public\".baton_attempt", AUDIT, RECOVER).stream()
                .mapToLong(server::pages)
                .sum();
    }

    private void addHistory(int jobs) {
        server.run("""
                INSERT INTO baton_job (id, queue, type, version, payload, sha256, label, priority, created_at)
                SELECT gen_random_uuid(), 'default', 'receipt.send', 1, '{}', 'hash', 'label', 0, i
                FROM generate_series(1, %d) i
                """.formatted(jobs));
        server.run("""
                INSERT INTO baton_attempt (job, number, fence, kind, code, message, claimed_at, ended_at, prunable)
                SELECT id, 1, 1, 'DONE', '', '', 0, created_at, true FROM baton_job WHERE sha256 = 'hash'
                """);
        server.run("ANALYZE");
    }
}
