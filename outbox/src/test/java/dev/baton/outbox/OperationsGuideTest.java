package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.outbox.Alert.Blocked;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testserver.SharedServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/operations.md shows is taken from here or run here; there is a page for each alert. */
class OperationsGuideTest {

    private static final Pattern PAGE = Pattern.compile("### (Outbox\\w+)\\n(.*?)(?=\\n### |\\z)", Pattern.DOTALL);
    private static final Pattern SQL = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);

    /** What the query of each alert finds where there is one payment of each kind. */
    private static final Map<String, List<String>> FOUND = Map.of(
            "OutboxOldestPendingAge", List.of("outbox/bob", "1", "outbox.sepa"),
            "OutboxDlqGrowth", List.of("outbox.sepa", "NO_ACCOUNT", "1"),
            "OutboxStuckDispatching", List.of("outbox/carol", "1"),
            "OutboxRetryableRate", List.of("outbox.sepa", "BUSY", "1"),
            "OutboxLaneBlocked", List.of("outbox/alice", "1", "outbox.sepa"));

    private final List<String> paged = new CopyOnWriteArrayList<>();

    private static Map<String, String> pages() throws Exception {
        String guide = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "operations.md"));
        var pages = new LinkedHashMap<String, String>();
        PAGE.matcher(guide).results().forEach(page -> pages.put(page.group(1), page.group(2)));
        return pages;
    }

    private void page(String alert, boolean firing, Optional<Blocked> about) {
        paged.add(alert + " " + firing + " " + about.map(Blocked::participant).orElse(""));
    }

    @Test
    void an_outbox_is_watched_with_one_line_each() throws Exception {
        var store = new MemoryStore(InstantSource.system());
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Rail sepa = Rail.idempotent("sepa", OutboxUnderTest.CODES, dispatch -> Reply.of("NO_ACCOUNT"));
        // snippet: watch
        Rails rails = Rails.of(sepa)
                .listener(new OutboxMetrics(registry)) // Micrometer, if you have it
                .listener(new OutboxAlerts(alert -> page(alert.name(), alert.firing(), alert.about())))
                .repair(Repair.PATIENT); // if the usual one is too quick for you
        Baton baton = rails.dispatchedBy(Baton.on(store)).start();
        // end of snippet
        try (baton) {
            new Outbox(baton, rails).enqueue(payment("alice", "a"));
            OutboxUnderTest.await(() -> !paged.isEmpty());
        }
        assertThat(paged).containsExactly("OutboxLaneBlocked true alice");
        assertThat(registry.scrape()).contains("attempts_total{state=\"FAILED\"} 1.0");
    }

    @Test
    void there_is_a_page_for_each_alert_with_its_meaning_its_query_and_what_to_do() throws Exception {
        Map<String, String> pages = pages();

        assertThat(pages.keySet())
                .containsExactlyElementsOf(AlertRule.usual().stream()
                        .map(rule -> rule.measure().alert())
                        .toList());
        for (AlertRule rule : AlertRule.usual()) {
            assertThat(pages.get(rule.measure().alert()))
                    .contains(
                            "**Meaning.**", "**Query.** `" + rule.measure().query(rule.window()) + "`", "**Action.**");
        }
    }

    @Test
    void the_queries_of_the_pages_find_what_they_are_about_on_sqlite(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("app.db");
        var clock = new ManualClock();
        var outbox = new OutboxUnderTest(SqliteStore.open(file, clock), clock, nowhere());
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            assertFound(outbox, connection);
        } finally {
            outbox.close();
        }
    }

    @Test
    void the_queries_of_the_pages_find_what_they_are_about_on_postgres() throws Exception {
        String schema = SharedServer.freshSchema();
        var clock = new ManualClock();
        JobStore store = PostgresStore.on(SharedServer.pool())
                .schema(schema)
                .clock(clock)
                .open();
        var outbox = new OutboxUnderTest(store, clock, nowhere());
        try (Connection connection =
                DriverManager.getConnection(SharedServer.server().url())) {
            connection.setSchema(schema);
            assertFound(outbox, connection);
        } finally {
            outbox.close();
            SharedServer.drop(schema);
        }
    }

    private static OutboxUnderTest.Place nowhere() {
        return new OutboxUnderTest.Place(
                store -> {
                    throw new UnsupportedOperationException();
                },
                store -> store,
                store -> store);
    }

    private static void assertFound(OutboxUnderTest it, Connection connection) throws Exception {
        arrange(it);
        for (Map.Entry<String, String> page : pages().entrySet()) {
            List<MatchResult> queries = SQL.matcher(page.getValue()).results().toList();
            assertThat(queries).as(page.getKey()).hasSize(1);
            assertThat(first(connection, queries.get(0).group(1)))
                    .as(page.getKey())
                    .containsSubsequence(FOUND.getOrDefault(page.getKey(), List.of("a query that is not expected")));
        }
    }

    /** Alice's has failed, bob's waits for its next attempt, carol's is under way. */
    private static void arrange(OutboxUnderTest it) throws Exception {
        Outbox outbox = it.start();
        it.book.next("NO_ACCOUNT");
        JobId failed = outbox.enqueue(payment("alice", "a")).id();
        it.await(PaymentState.FAILED, failed);
        it.book.next("BUSY");
        JobId retried = outbox.enqueue(payment("bob", "b")).id();
        it.await(PaymentState.RETRYABLE, retried);
        it.book.next(it.book::hang);
        outbox.enqueue(payment("carol", "c"));
        OutboxUnderTest.await(() -> it.book.arrived().size() == 3);
    }

    private static List<String> first(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            var row = new ArrayList<String>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getString(i));
            }
            return row;
        }
    }
}
