package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobFilter;
import dev.baton.store.Limit;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a claim under limits of keys reads, and what those do with such jobs who know nothing of keys. */
class LimitKeyPlansTest {

    private static final Limit LIMIT =
            Limit.ofQueue(Sample.ROUTE.queue()).forEachKey().atOnce(1);
    private static final Pattern ACTUAL = Pattern.compile("Index.*rows=([0-9.]+) loops=(\\d+)\\)");

    private final OwnSchema schema = OwnSchema.unused();
    private final PostgresStore store = schema.open(InstantSource.system());
    private final NodeId node = new NodeId(UUID.randomUUID());

    @BeforeEach
    void join() {
        store.join(node, Set.of(Sample.ROUTE), Sample.now());
        store.limits().declare(List.of(LIMIT), Sample.now());
    }

    @AfterEach
    void close() {
        store.close();
        schema.close();
    }

    private static NewJob job(String key) {
        NewJob job = Sample.job();
        return new NewJob(job.id(), Sample.ROUTE.withKey(key), job.payload(), job.urgency());
    }

    private ClaimRequest request() {
        var cap = new ClaimRequest.Cap(Set.of(Sample.ROUTE), 10, Optional.of(LIMIT));
        return new ClaimRequest(
                node, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(cap), 10, true, ClaimRequest.Share.FIRST);
    }

    @Test
    void a_hundred_thousand_jobs_of_a_full_key_are_passed_by_one_step_down_an_index() throws Exception {
        store.insert(List.of(job("a")), Sample.now());
        assertThat(store.claim(request(), Sample.now()).claims()).hasSize(1);
        PlansTest.run("""
                SET search_path = %s;
                INSERT INTO baton_pending
                SELECT gen_random_uuid(), chr(1) || 'default' || chr(1) || 'a', 'receipt.send', 1, NULL, NULL, 0, i, true, false,
                    false, 0, 0, 0, false, 0
                FROM generate_series(1, 100000) i
                """.formatted(schema.name()));
        store.insert(List.of(job("b"), job("c")), Sample.now());

        assertThat(rowsOf(LimitKeySql.NEXT
                        .replace(":afters", "ARRAY['" + Route.lines("default") + "']")
                        .replace(":ends", "ARRAY['" + Route.linesEnd("default") + "']")
                        .replace(":most", "500")))
                .isLessThan(4);
        Claimed claimed = store.claim(request(), Sample.now());
        assertThat(claimed.claims()).hasSize(2);
        assertThat(claimed.kept().full()).containsEntry(LIMIT.named(), 1);
    }

    /** How many entries of indexes it comes by. */
    private double rowsOf(String sql) throws SQLException {
        double rows = 0;
        try (Connection connection = SharedServer.pool().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(TransactionSql.BEGIN_WRITE);
            try (var plan = statement.executeQuery(
                    "EXPLAIN (ANALYZE, TIMING OFF) " + Schema.of(schema.name()).in(sql))) {
                while (plan.next()) {
                    Matcher found = ACTUAL.matcher(plan.getString(1));
                    if (found.find()) {
                        rows += Double.parseDouble(found.group(1)) * Integer.parseInt(found.group(2));
                    }
                }
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return rows;
    }

    @Test
    void who_claims_for_one_key_holds_up_nobody_who_claims_for_another() throws Exception {
        store.insert(List.of(job("a"), job("b")), Sample.now());
        store.claim(request(), Sample.now());
        store.insert(List.of(job("c")), Sample.now());
        try (Connection other = SharedServer.pool().getConnection();
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM %s.baton_limit_key WHERE key = 'a' FOR UPDATE".formatted(schema.name()));
            store.list(JobFilter.ALL, Optional.empty(), 10, Sample.now()).stream()
                    .flatMap(view -> view.standing().hold().stream()
                            .map(hold -> new Finish(view.id(), hold.fence(), new Ending.Done(Optional.empty()))))
                    .forEach(done -> store.finish(List.of(done), Sample.now()));
            store.insert(List.of(job("a"), job("b")), Sample.now());
            Instant now = Sample.now();

            Claimed claimed = store.claim(request(), now);

            assertThat(claimed.claims()).as("of b and c").hasSize(2);
            assertThat(claimed.nextDue().orElseThrow()).isEqualTo(now.plusMillis(20));
            other.rollback();
            other.setAutoCommit(true);
        }
        assertThat(store.claim(request(), Sample.now()).claims()).as("of a").hasSize(1);
    }

    /** As a program of an earlier version does it, which asks for its routes by name and knows no others. */
    @Test
    void a_program_that_knows_nothing_of_keys_takes_no_such_job_and_gives_one_back_as_it_was() {
        store.insert(List.of(job("a")), Sample.now());
        List<Claim> ours = store.claim(request(), Sample.now()).claims();
        var earlier = new NodeId(UUID.randomUUID());
        store.join(earlier, Set.of(Sample.ROUTE), Sample.now());
        store.leave(node, Sample.now());
        assertThat(store.recover(Optional.empty(), 10, Sample.now()).moved()).hasSize(1);

        var plain = new ClaimRequest(
                earlier, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), 10, true, ClaimRequest.Share.FIRST);
        assertThat(store.claim(plain, Sample.now()).claims()).isEmpty();
        assertThat(store.find(ours.get(0).id(), Sample.now()).orElseThrow().route())
                .isEqualTo(Sample.ROUTE.withKey("a"));
    }
}
