package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How PostgreSQL goes about what is done for every job: by indexes, and in their order. With much to claim and a long past, and with
 * plans that were made while the tables were empty.
 */
@Tag("versions")
class PlansTest {

    private static final OwnSchema FULL = OwnSchema.unused();
    private static final OwnSchema EMPTY = OwnSchema.unused();
    private static final Pattern NAME = Pattern.compile("(?<!:):([a-z][a-z0-9_]*)");

    private static final Pattern LARGE = Pattern.compile(
            "Index.* Scan .*on baton_(job|pending|running|parked|attempt|key|lane|gate|floor|progress|cancel|limit|limit_slot)\\b");

    private static final String ONE_ROW = "on baton_store";

    /** What is done for every job, or for every claim. */
    private static final Map<String, String> HOT = new LinkedHashMap<>();

    static {
        HOT.put("insert: jobs and places", InsertSql.ADD);
        HOT.put("insert: known ones", InsertSql.ORIGINS);
        HOT.put("move: pending", InsertSql.PENDING_INSERT);
        HOT.put("insert: lanes", LaneSql.LOCK);
        HOT.put("insert: ends of lanes", LaneSql.ENDS);
        HOT.put("insert: keys", KeySql.TAKE);
        HOT.put("insert: who has a key", KeySql.FIND);
        HOT.put("who has keys that begin so", KeySql.BEGINNING);
        HOT.put("claim: surroundings", ClaimSql.SURROUNDINGS);
        HOT.put("claim: candidates", ClaimSql.CANDIDATES);
        HOT.put("claim: candidates left", ClaimSql.CANDIDATES_LEFT);
        HOT.put("claim: candidates from where there were some", ClaimSql.CANDIDATES_FROM);
        HOT.put("claim: past the lost", ClaimSql.CANDIDATES_FRESH);
        HOT.put("claim: past the last chances", ClaimSql.CANDIDATES_LOST);
        HOT.put("claim: take", ClaimSql.TAKE);
        HOT.put("claim: take the first", ClaimSql.TAKE_FIRST);
        HOT.put("claim: set aside", ClaimSql.SET_ASIDE);
        HOT.put("claim: runs", LaneSql.FOLLOWING);
        HOT.put("claim: limits in hand", LimitSql.IN_HAND);
        HOT.put("claim: what is used of limits", LimitSql.IN_USE);
        HOT.put("claim: what is left of limits", LimitSql.USE);
        HOT.put("claim: next keys", LimitKeySql.NEXT);
        HOT.put("claim: what is used by keys", LimitKeySql.VIEW);
        HOT.put("claim: make keys", LimitKeySql.MAKE);
        HOT.put("claim: keys in hand", LimitKeySql.IN_HAND);
        HOT.put("claim: what is left for keys", LimitKeySql.USE);
        HOT.put("claim: unused keys", LimitKeySql.IDLE);
        HOT.put("claim: their slots", LimitKeySql.IDLE_SLOTS);
        HOT.put("claim: forget keys", LimitKeySql.FORGET);
        HOT.put("clearance", ReadSql.GROUNDS);
        HOT.put("finish: take", FinishSql.TAKE);
        HOT.put("finish: what was said", FinishSql.SAID_DELETE);
        HOT.put("progress", FinishSql.PROGRESS);
        HOT.put("checkpoint", FinishSql.CHECKPOINT);
        HOT.put("audit", NodeSql.HELD_BY);
        HOT.put("finish: attempts", FinishSql.ATTEMPTS_INSERT);
        HOT.put("finish: out of turn", LaneSql.STANDS_BETWEEN);
        HOT.put("finish: keys", KeySql.FREE);
        HOT.put("finish: jobs of heirs", KeySql.HEIRS_LOCK);
        HOT.put("finish: heirs", KeySql.INHERIT);
        HOT.put("finish: recorded before", FinishSql.ENDED_BEFORE);
        HOT.put("finish: within a transaction", FinishSql.TAKE_PATIENTLY);
        HOT.put("settle: gates", LaneSql.GATES);
        HOT.put("settle: first ones", LaneSql.SETTLE);
        HOT.put("settle: not ready", LaneSql.NOT_READY);
        HOT.put("settle: producers", LaneSql.LOCK_IF_FREE);
        HOT.put("settle: take up", LaneSql.TAKE_UP);
        HOT.put("notes: due", LaneSql.NOTES_DUE);
        HOT.put("notes: keys due", KeySql.NOTES_DUE);
        HOT.put("notes: who has a key", KeySql.HOLDER);
        HOT.put("run: progress", FinishSql.PROGRESS);
        HOT.put("run: checkpoint", FinishSql.CHECKPOINT);
        HOT.put("audit", NodeSql.HELD_BY);
        HOT.put("recover", FinishSql.ORPHANS);
        HOT.put("recover: runs", FinishSql.RUNS_OF);
        HOT.put("where jobs stand", ReadSql.PLACES);
        HOT.put("hasten", FinishSql.HASTEN);
        HOT.put("prune", FinishSql.PRUNE);
        HOT.put("prune: what is over", FinishSql.FINISHED_AFTER);
        HOT.put("prune: by name", FinishSql.REMOVE);
        HOT.put("command: jobs", OperatorSql.JOBS_LOCK);
        HOT.put("finish: heirs that wait", KeySql.PENDING_HEIRS);
        HOT.put("lag: the oldest that may be claimed", LagSql.OLDEST_READY);
        HOT.put("lag: the oldest that waits", LagSql.OLDEST_WAITING);
    }

    /** What has to put its own small input in order, for the sake of those who do the same at the same moment. */
    private static final List<String> SORTS_ITS_INPUT = List.of(
            "insert: lanes",
            "insert: keys",
            "claim: runs",
            "claim: next keys",
            "claim: make keys",
            "recover",
            "recover: runs",
            "audit",
            "lag: the oldest that may be claimed");

    @BeforeAll
    static void fill() throws SQLException {
        FULL.open(InstantSource.system()).close();
        EMPTY.open(InstantSource.system()).close();
        run("""
                SET search_path = %s;
                INSERT INTO baton_job
                SELECT gen_random_uuid(), 'default', 'mail', 1, 'lane ' || i %% 500, 1 + i / 500, NULL,
                    '{}', 'hash', 'label', 0, i, NULL, NULL
                FROM generate_series(0, 19999) i;
                INSERT INTO baton_pending
                SELECT id, queue, type, version, lane, seq, 0, created_at, seq = 20, false, false, 0, 0, 0, false, 0
                FROM baton_job WHERE seq >= 20;
                INSERT INTO baton_attempt (job, number, fence, kind, code, message, claimed_at, ended_at, prunable)
                SELECT id, 1, 1, 'DONE', '', '', 0, created_at, true FROM baton_job WHERE seq < 20;
                INSERT INTO baton_lane SELECT DISTINCT lane FROM baton_job;
                INSERT INTO baton_gate SELECT name FROM baton_lane;
                INSERT INTO baton_floor SELECT name, 0 FROM baton_lane;
                """.formatted(FULL.name()));
        run("ANALYZE");
    }

    @AfterAll
    static void drop() {
        FULL.close();
        EMPTY.close();
    }

    static void run(String sql) throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            statement.execute("RESET search_path");
        }
    }

    static Stream<String> hot() {
        return HOT.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("hot")
    void what_is_done_for_every_job_reads_no_table_from_end_to_end_and_sorts_nothing(String what) throws SQLException {
        assertPlanned(what, FULL);
        assertPlanned(what, EMPTY);
    }

    private static void assertPlanned(String what, OwnSchema schema) throws SQLException {
        List<String> plan = plan(HOT.getOrDefault(what, ""), schema);

        assertThat(plan).as(what).noneMatch(line -> line.contains("Seq Scan") && !line.contains(ONE_ROW));
        assertThat(wholeIndexes(plan)).as(what + " of " + plan).isEmpty();
        if (!SORTS_ITS_INPUT.contains(what)) {
            assertThat(plan).as(what).noneMatch(line -> line.contains("Sort"));
        }
    }

    @Test
    void of_what_runs_alone_all_is_read_to_find_what_runs_for_long() throws SQLException {
        for (OwnSchema schema : List.of(FULL, EMPTY)) {
            List<String> plan = plan(LagSql.OVERDUE, schema);

            assertThat(plan).noneMatch(line -> line.contains("Seq Scan") && !line.contains("on baton_running r"));
            assertThat(wholeIndexes(plan)).as("of " + plan).allMatch(line -> line.contains("on baton_running r"));
        }
    }

    @Test
    void of_what_runs_alone_all_is_read_to_find_what_is_open() throws SQLException {
        for (OwnSchema schema : List.of(FULL, EMPTY)) {
            for (String sql : List.of(BacklogSql.OPEN, BacklogSql.LOOK, BacklogSql.END, BacklogSql.NOTE)) {
                List<String> plan = plan(sql, schema);

                assertThat(plan).noneMatch(line -> line.contains("Seq Scan") && !line.contains("on baton_running r"));
                assertThat(plan).noneMatch(line -> line.contains("Sort"));
                assertThat(wholeIndexes(plan)).as("of " + plan).allMatch(line -> line.contains("on baton_running r"));
            }
        }
    }

    /** Indexes of large tables that are read without a condition: as bad as the table. */
    private static List<String> wholeIndexes(List<String> plan) {
        var whole = new ArrayList<String>();
        for (int i = 0; i < plan.size(); i++) {
            boolean large = LARGE.matcher(plan.get(i)).find();
            boolean bounded = i + 1 < plan.size() && plan.get(i + 1).contains("Index Cond");
            if (large && !bounded) {
                whole.add(plan.get(i));
            }
        }
        return whole;
    }

    static List<String> plan(String sql, OwnSchema schema) throws SQLException {
        var names = new ArrayList<String>();
        String numbered = NAME.matcher(Schema.of(schema.name()).in(sql)).replaceAll(name -> {
            if (!names.contains(name.group(1))) {
                names.add(name.group(1));
            }
            return "\\$" + (names.indexOf(name.group(1)) + 1);
        });
        String nothing = String.join(", ", names.stream().map(name -> "NULL").toList());
        var lines = new ArrayList<String>();
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(TransactionSql.BEGIN_WRITE);
            statement.execute("PREPARE asked AS " + numbered);
            String execute = names.isEmpty() ? "EXECUTE asked" : "EXECUTE asked (" + nothing + ")";
            try (ResultSet plan = statement.executeQuery("EXPLAIN " + execute)) {
                while (plan.next()) {
                    lines.add(plan.getString(1));
                }
            }
            statement.execute("DEALLOCATE asked");
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return lines;
    }
}
