package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.ParkedHead;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/** What lanes cost: the same, however long they are, however many there are, and whatever is passed over in them. */
class LanePlansTest {

    private static final Route ROUTE = new Route("default", "sample", 1);
    private static final Terms TERMS = Terms.of(5, 3).parkedHead(ParkedHead.PASSED_OVER);

    /** What a plan says of its own shape, and not of a table. */
    private static final List<String> SHAPES = List.of(
            "SCALAR SUBQUERY",
            "CORRELATED SCALAR SUBQUERY",
            "CORRELATED LIST SUBQUERY",
            "SCAN CONSTANT ROW",
            "SCAN wanted VIRTUAL TABLE",
            "COMPOUND QUERY",
            "LEFT-MOST",
            "UNION ALL");

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    private static List<String> statementsOnLanes() throws ReflectiveOperationException {
        var statements = new ArrayList<String>();
        for (Field field : LaneSql.class.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof String sql) {
                statements.add(sql);
            }
        }
        return statements;
    }

    @Test
    void every_statement_on_the_way_of_a_job_of_a_lane_looks_into_indexes_and_sorts_nothing() throws Exception {
        SqliteStore.open(file).close();
        var statements = new ArrayList<>(statementsOnLanes());
        statements.addAll(List.of(
                SqliteSql.OFF_FOR_NODE,
                SqliteSql.PRIORITY_HIGHEST,
                SqliteSql.CANDIDATES,
                SqliteSql.CANDIDATES_FRESH,
                SqliteSql.CANDIDATES_LOST,
                SqliteSql.LEFT_BEHIND,
                SqliteSql.CLAIM_READ,
                SqliteSql.CLAIM_READ_ONE,
                SqliteSql.ATTEMPTS_IN_DOUBT,
                MovingSql.TAKE,
                SqliteSql.PENDING_DELETE,
                SqliteSql.PENDING_INSERT,
                SqliteSql.PENDING_HEIR));
        statements.addAll(List.of(
                SqliteSql.RUNNING_FIND,
                SqliteSql.RUNNING_OWNED,
                SqliteSql.RUNNING_OWNED_ONE,
                SqliteSql.RUNNING_DELETE,
                SqliteSql.CHECKPOINT_PUT,
                SqliteSql.ATTEMPT_INSERT,
                SqliteSql.ATTEMPT_BY_OWNER,
                SqliteSql.PARKED_INSERT,
                SqliteSql.PARKED_DELETE,
                SqliteSql.JOB_KEY,
                SqliteSql.JOB_ORIGIN,
                ReadSql.PENDING_FIND,
                ReadSql.PARKED_FIND,
                ReadSql.ATTEMPT_LAST,
                ReadSql.SWITCHES_OF_JOB,
                ReadSql.SERVED));

        assertThat(statements).hasSizeGreaterThan(35);
        for (String sql : statements) {
            assertThat(explain(file, sql))
                    .filteredOn(step -> SHAPES.stream().noneMatch(step::startsWith))
                    .as(sql)
                    .allSatisfy(step -> assertThat(step)
                            .satisfiesAnyOf(
                                    search -> assertThat(search)
                                            .startsWith("SEARCH")
                                            .containsPattern("INDEX|PRIMARY KEY"),
                                    or -> assertThat(or).matches("MULTI-INDEX OR|INDEX \\d+")));
        }
    }

    @Test
    void the_head_of_a_lane_is_found_by_the_indexes_that_are_there_for_it() throws Exception {
        SqliteStore.open(file).close();

        assertThat(explain(file, LaneSql.HEADS))
                .contains(
                        "SEARCH baton_pending USING COVERING INDEX baton_pending_head (lane=?)",
                        "SEARCH baton_pending USING COVERING INDEX baton_pending_lane (lane=?)",
                        "SEARCH baton_running USING COVERING INDEX baton_running_lane (lane=?)",
                        "SEARCH baton_parked USING COVERING INDEX baton_parked_lane (lane=? AND seq<?)");
    }

    @Test
    void who_was_lost_before_is_not_looked_for_among_those_who_were_not() throws Exception {
        SqliteStore.open(file).close();

        assertThat(explain(file, SqliteSql.CANDIDATES_LOST))
                .singleElement()
                .asString()
                .startsWith("SEARCH baton_pending USING INDEX baton_pending_lost (queue=? AND type=? AND version=?");
        assertThat(explain(file, SqliteSql.CANDIDATES))
                .singleElement()
                .asString()
                .contains("INDEX baton_pending_ready (queue=? AND type=? AND version=?");
    }

    // The same by figures: what SQLite does, counted in the steps of its machine.

    /** A job that waits, and behind or beside it as many others as are said; in a lane, if any. */
    private NodeId fill(Optional<String> lane, int others, String copiedLane, String copiedNumber) throws SQLException {
        NodeId node = insertOne(lane);
        boolean oneLane = copiedNumber.equals("n.i");
        Copies.of(file, others)
                .with("lane", copiedLane)
                .with("seq", copiedNumber)
                .with("ready", oneLane ? "0" : "1")
                .into("baton_job")
                .into("baton_pending")
                .commit();
        return node;
    }

    private NodeId insertOne(Optional<String> lane) {
        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);
            NewJob job = Sample.job();
            var one = new NewJob(job.id(), ROUTE, job.payload(), new Urgency(0, Instant.EPOCH), lane, Optional.empty());
            store.insert(List.of(one), Instant.EPOCH);
            return node;
        }
    }

    private static ClaimRequest one(NodeId node, Terms terms, int run) {
        return new ClaimRequest(node, Map.of(ROUTE, terms), List.of(), 1, true, new ClaimRequest.Share(0, run));
    }

    /** Something to do on a connection. */
    @FunctionalInterface
    private interface Part {
        void run(Verbs on) throws SQLException;
    }

    /**
     * What something costs.
     *
     * @param steps of SQLite's machine
     * @param rows that were written or removed
     */
    private record Cost(long steps, long rows) {}

    private Cost cost(Part part) throws SQLException {
        var count = new long[1];
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var jdbc = new Jdbc(connection)) {
            connection.setAutoCommit(false);
            long before = rows(jdbc);
            ProgressHandler.setHandler(connection, 1, new ProgressHandler() {
                @Override
                protected int progress() {
                    count[0]++;
                    return 0;
                }
            });
            part.run(new Verbs(jdbc));
            ProgressHandler.clearHandler(connection);
            var cost = new Cost(count[0], rows(jdbc) - before);
            connection.commit();
            return cost;
        }
    }

    private static long rows(Jdbc jdbc) throws SQLException {
        return jdbc.first("SELECT total_changes() AS rows", row -> row.number("rows"))
                .orElseThrow();
    }

    /** The steps that the next claim and the ends of what it got take. */
    private long steps(NodeId node, int run) throws SQLException {
        return claimAndEnd(node, run).steps();
    }

    private Cost claimAndEnd(NodeId node, int run) throws SQLException {
        return cost(on -> {
            List<Claim> claims = on.claiming
                    .claim(one(node, run > 1 ? TERMS.replayed() : TERMS, run), Instant.EPOCH)
                    .claims();
            assertThat(claims).hasSize(run);
            for (Claim claim : claims) {
                var done = new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty()));
                on.finishing.finish(List.of(done), Instant.EPOCH);
            }
        });
    }

    private Cost adding(Optional<String> lane) throws SQLException {
        NewJob job = Sample.job();
        var one = new NewJob(job.id(), ROUTE, job.payload(), new Urgency(0, Instant.EPOCH), lane, Optional.empty());
        return cost(on -> on.inserting.insert(List.of(one), Instant.EPOCH));
    }

    @Test
    void who_is_added_to_a_lane_is_written_once_whether_others_wait_there_or_not() throws Exception {
        SqliteStore.open(file).close();
        Cost withoutLane = adding(Optional.empty());
        Cost first = adding(Optional.of("a"));
        Cost second = adding(Optional.of("a"));
        Copies.of(file, 5_000)
                .with("lane", "'long'")
                .with("seq", "n.i")
                .with("ready", "0")
                .into("baton_job")
                .into("baton_pending")
                .commit();
        Cost behindMany = adding(Optional.of("long"));

        String figures = "without a lane %s, first of its lane %s, second %s, behind 5,000 %s";
        assertThat(List.of(first, second, behindMany))
                .as(figures, withoutLane, first, second, behindMany)
                .allSatisfy(cost -> {
                    assertThat(cost.rows()).isEqualTo(withoutLane.rows()).isEqualTo(2);
                    assertThat(cost.steps()).isLessThan(2 * withoutLane.steps());
                });
        assertThat(second.steps()).as("nobody asks what else may be in its way").isLessThan(first.steps());
    }

    @Test
    void an_end_writes_one_row_more_in_a_lane_where_another_waits() throws Exception {
        long withoutLane = claimAndEnd(insertOne(Optional.empty()), 1).rows();
        long last = claimAndEnd(insertOne(Optional.of("a")), 1).rows();
        insertOne(Optional.of("a"));
        long another = claimAndEnd(insertOne(Optional.of("a")), 1).rows();

        assertThat(last).isEqualTo(withoutLane);
        assertThat(another).isEqualTo(withoutLane + 1);
    }

    private void costsTheSame(int many) throws SQLException {
        file = folder.resolve("small.db");
        long alone = steps(insertOne(Optional.empty()), 1);
        file = folder.resolve("small-lane.db");
        long aloneInItsLane = steps(insertOne(Optional.of("a")), 1);
        file = folder.resolve("no-lanes.db");
        long withoutLanes = steps(fill(Optional.empty(), many, "NULL", "NULL"), 1);
        file = folder.resolve("one-lane.db");
        NodeId node = fill(Optional.of("a"), many, "'a'", "n.i");
        long inOneLane = steps(node, 1);
        long inARun = steps(node, 10);
        file = folder.resolve("many-lanes.db");
        long inManyLanes = steps(fill(Optional.of("a"), many, "printf('lane %07d', n.i)", "1"), 1);

        String figures =
                "steps of a claim and its end with %,d others: no lanes %d, one lane %d, as many lanes %d, a run of 10 %d;"
                        + " alone %d, alone in its lane %d";
        assertThat(List.of(withoutLanes, inOneLane, inManyLanes, inARun / 10))
                .as(figures, many, withoutLanes, inOneLane, inManyLanes, inARun, alone, aloneInItsLane)
                .allSatisfy(steps -> assertThat(steps)
                        .isLessThan(alone + alone / 2)
                        .isLessThan(aloneInItsLane + aloneInItsLane / 2));
    }

    @Test
    void a_claim_costs_the_same_with_a_long_lane_with_many_lanes_and_with_none() throws Exception {
        costsTheSame(5_000);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void a_claim_costs_the_same_with_a_lane_of_a_million_with_a_million_lanes_and_with_none() throws Exception {
        costsTheSame(1_000_000);
    }

    @Test
    void a_claim_costs_nothing_for_what_was_passed_over_in_its_lane() throws Exception {
        file = folder.resolve("small.db");
        long alone = steps(insertOne(Optional.of("a")), 1);
        file = folder.resolve("passed-over.db");
        NodeId node = insertOne(Optional.of("a"));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var jdbc = new Jdbc(connection)) {
            var verbs = new Verbs(jdbc);
            Claim first = verbs.claiming
                    .claim(one(node, TERMS, 1), Instant.EPOCH)
                    .claims()
                    .get(0);
            verbs.finishing.finish(
                    List.of(new Finish(first.id(), first.fence(), new Ending.Dead("NEVER", ""))), Instant.EPOCH);
        }
        Copies.of(file, 100_000)
                .with("seq", "n.i")
                .into("baton_job")
                .into("baton_parked")
                .commit();
        NodeId after = insertOne(Optional.of("a"));

        assertThat(steps(after, 1)).isLessThan(alone + alone / 10);
    }
}
