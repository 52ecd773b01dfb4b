package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Backlog;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end of a drain beside transactions that are not over, and what a look costs. */
@Tag("versions")
class DrainTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Backlog.Drain DRAIN = new Backlog.Drain("receipts", Set.of(Sample.ROUTE.type()));
    private static final Terms WATCHED = Terms.of(5, 3).watchedBy(Set.of(DRAIN.name()));
    private static final String RETRYING = """
            INSERT INTO baton_pending
            SELECT gen_random_uuid(), 'default', 'receipt.send', 1, NULL, NULL, 0, i, true, false, true, 1, 1, 0, false, 0
            FROM generate_series(1, 5000) i
            """;

    private final OwnSchema schema = OwnSchema.unused();
    private final NodeId node = new NodeId(UUID.randomUUID());
    private final JobStore store = schema.open(InstantSource.system());

    @BeforeEach
    void join() {
        store.join(node, Set.of(Sample.ROUTE), now());
    }

    @AfterEach
    void close() {
        store.close();
        schema.close();
    }

    private static Instant now() {
        return Sample.now();
    }

    private boolean end() {
        NewJob job = Sample.job();
        return store.backlog()
                .end(
                        DRAIN,
                        new NewJob(
                                job.id(),
                                new Route("default", "recalculate", 1),
                                Payload.of("{}", "all"),
                                new Urgency(0, now())),
                        now());
    }

    private List<Claim> claim() {
        var request =
                new ClaimRequest(node, Map.of(Sample.ROUTE, WATCHED), List.of(), 1, true, ClaimRequest.Share.FIRST);
        return store.claim(request, now()).claims();
    }

    private void doOne() {
        store.insert(List.of(Sample.job()), now().minusSeconds(1));
        for (Claim claim : claim()) {
            var done = new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty()));
            store.finish(List.of(done), now());
        }
    }

    /** A statement within a transaction of somebody else's that is still open. */
    private Connection begun(String sql) throws SQLException {
        Connection connection = SharedServer.pool().getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(Schema.of(schema.name()).in(sql.replace(":name", "'receipts'")));
        }
        return connection;
    }

    private static void commit(Connection connection) throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
        connection.close();
    }

    @Test
    void the_note_of_a_claim_that_is_not_committed_yet_is_left_for_the_next_end() throws Exception {
        doOne();
        Connection claiming = begun("INSERT INTO baton_drain_note (name) VALUES (:name)");

        assertThat(end()).isTrue();
        assertThat(end()).as("nothing is there to be seen").isFalse();
        commit(claiming);

        assertThat(end()).isTrue();
    }

    @Test
    void a_job_whose_claim_is_not_committed_yet_still_waits_and_holds_the_end_back() throws Exception {
        doOne();
        store.insert(List.of(Sample.job()), now().minusSeconds(1));
        Connection claiming = begun("DELETE FROM baton_pending");

        assertThat(end()).isFalse();
        claiming.rollback();
        commit(claiming);
    }

    @Test
    void who_makes_one_note_of_many_at_the_same_moment_takes_none_from_the_end() throws Exception {
        doOne();
        doOne();
        Connection compacting = begun(BacklogSql.COMPACT);
        CompletableFuture<Boolean> ending = CompletableFuture.supplyAsync(this::end);
        awaitWaiting();

        commit(compacting);

        boolean ended = ending.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(ended).as("the notes it has seen are gone").isFalse();
        assertThat(end()).as("the new one is not").isTrue();
        assertThat(end()).isFalse();
    }

    @Test
    void who_ends_it_at_the_same_moment_waits_and_if_the_other_comes_to_nothing_ends_it() throws Exception {
        doOne();
        Connection ending = begun("DELETE FROM baton_drain_note WHERE name = :name");
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(this::end);
        awaitWaiting();

        ending.rollback();
        commit(ending);

        assertThat(other.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void awaitWaiting() throws Exception {
        long began = System.nanoTime();
        String waiting = "SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a"
                + " ON a.pid = l.pid WHERE c.oid = '" + schema.name()
                + ".baton_drain_note'::regclass AND a.wait_event_type = 'Lock'";
        while (schema.count(waiting) == 0) {
            assertThat(System.nanoTime() - began).isLessThan(LONG.toNanos());
            Thread.onSpinWait();
        }
    }

    @Test
    void many_notes_become_one_while_something_is_open() {
        for (int i = 0; i < Drains.NOTES_MAX; i++) {
            doOne();
        }
        store.insert(List.of(Sample.job()), now());
        assertThat(schema.count("SELECT count(*) FROM baton_drain_note")).isEqualTo(Drains.NOTES_MAX);

        store.backlog().look(DRAIN, Optional.empty());

        assertThat(schema.count("SELECT count(*) FROM baton_drain_note")).isEqualTo(1);
    }

    @Test
    void jobs_that_are_retrying_are_not_looked_at_while_one_is_open_that_was_or_nothing_was_claimed() throws Exception {
        schema.run(RETRYING);
        NewJob open = Sample.job();
        store.insert(List.of(open), Instant.ofEpochSecond(4_000_000_000L));
        assertThat(rowsOfPendingRead(Optional.of(open)))
                .as("nothing was claimed")
                .isZero();
        schema.run("INSERT INTO baton_drain_note (name) VALUES ('receipts')");

        assertThat(rowsOfPendingRead(Optional.of(open))).as("it is still open").isEqualTo(1);
        assertThat(rowsOfPendingRead(Optional.empty())).as("one is looked for").isGreaterThan(5_000);
    }

    /** Counted by the server: what its scans of the table came to, and what they left out. */
    private long rowsOfPendingRead(Optional<NewJob> seen) throws SQLException {
        String sql = Schema.of(schema.name())
                .in(BacklogSql.LOOK)
                .replace(":types", "'{receipt.send}'")
                .replace(":name", "'receipts'")
                .replace(":limit", "50")
                .replace(":seen", seen.map(job -> "'" + job.id() + "'").orElse("NULL"));
        long rows = 0;
        for (String line : explained(sql)) {
            boolean ofPending = line.contains("on baton_pending p") && !line.contains("next");
            if (ofPending && line.contains("actual")) {
                rows += Long.parseLong(line.replaceAll(".*rows=([0-9]+)[0-9.]* loops=.*", "$1"));
            } else if (line.contains("Rows Removed by Filter")) {
                rows += Long.parseLong(line.replaceAll(".*: ", ""));
            }
        }
        return rows;
    }

    private static List<String> explained(String sql) throws SQLException {
        var lines = new ArrayList<String>();
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(TransactionSql.BEGIN_READ);
            try (ResultSet plan = statement.executeQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + sql)) {
                while (plan.next()) {
                    lines.add(plan.getString(1));
                }
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return lines;
    }
}
