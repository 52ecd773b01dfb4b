package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Imported;
import dev.baton.LegacyImport;
import dev.baton.LegacyTable;
import dev.baton.StreamBridge;
import dev.baton.job.JobType;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Cursor;
import dev.baton.store.OperatorCommand.By;
import dev.baton.stream.Backfilled;
import dev.baton.stream.Batch;
import dev.baton.stream.EventSource;
import dev.baton.stream.History;
import dev.baton.stream.WebSocketSource;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.TaskSpec;
import dev.baton.testkit.stream.EventFeed;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** What the guide to streams shows is taken from here, so it compiles and does what it says. */
class StreamsGuideTest {

    record Trade(long number, String text) {
        /** As the feed sends it: {@code 7:text}. */
        static Trade parse(String message) {
            int colon = message.indexOf(':');
            return new Trade(Long.parseLong(message.substring(0, colon)), message.substring(colon + 1));
        }
    }

    static final JobType<Trade> TRADE = JobType.of("trade.book", Trade.class);

    @TempDir
    Path folder;

    private final BlockingQueue<Long> booked = new LinkedBlockingQueue<>();

    private Baton start() {
        return Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .handle(TRADE, booked, (trade, run, book) -> book.add(trade.number()))
                .start();
    }

    private void awaitBooked(long... numbers) throws InterruptedException {
        for (long number : numbers) {
            assertThat(booked.poll(20, TimeUnit.SECONDS)).isEqualTo(number);
        }
    }

    @Test
    void a_stream_is_bridged_from_where_it_was_left() throws Exception {
        try (var feed = new EventFeed();
                Baton baton = start()) {
            String server = feed.address();
            feed.publish("buy");
            // snippet: bridge
            EventSource<Trade> source = WebSocketSource.of(
                    position -> URI.create(server + position.orElse("0")), // what follows this one
                    text -> {
                        Trade trade = Trade.parse(text);
                        return Batch.of(trade, String.valueOf(trade.number())); // and from where to go on
                    });

            StreamBridge<Trade> trades = StreamBridge.of(
                    "trades", source, trade -> TRADE.job(trade).lane("trades").uniqueKey("trade " + trade.number()));

            Supervisor supervisor = Supervisor.builder()
                    .restart(RestartPolicy.defaults().unlimited().baseDelay(ofSeconds(5)))
                    .task(TaskSpec.of("trades", () -> trades.on(baton)).mustNotExit())
                    .start();
            // end of snippet
            try (supervisor) {
                awaitBooked(1);
                feed.publish("sell");
                awaitBooked(2);
                // snippet: cursors
                for (Cursor cursor : baton.cursors().all()) {
                    System.out.println(
                            cursor.name() + " at " + cursor.position().orElse("the beginning") + ", moved "
                                    + cursor.movedAt() + ", read by " + cursor.reader());
                }
                // end of snippet
                assertThat(baton.cursors().all()).extracting(Cursor::name).containsExactly("trades");
                // snippet: reset
                baton.cursors().reset("trades", "1", new By("alice", "what followed trade 1 was booked wrongly"));
                // end of snippet
                assertThat(baton.actions(1))
                        .singleElement()
                        .satisfies(action -> assertThat(action.act()).isEqualTo("RESET_CURSOR"));
            }
        }
    }

    /** A node that can be asked for the past. */
    private static final class Node {
        long headBlock() {
            return 2;
        }

        List<Trade> trades(long from, long to) {
            return from > 2 ? List.of() : List.of(new Trade(Math.max(1, from), "past"), new Trade(to, "past"));
        }
    }

    @Test
    void the_past_comes_before_what_is_live() throws Exception {
        var node = new Node();
        try (var feed = new EventFeed();
                Baton baton = start()) {
            String server = feed.address();
            // snippet: backfill
            EventSource<Trade> live =
                    WebSocketSource.of(any -> URI.create(server + "0"), text -> Batch.of(Trade.parse(text)));
            EventSource<Trade> source = Backfilled.of(live, new History<>() {
                        @Override
                        public long head() {
                            return node.headBlock();
                        }

                        @Override
                        public List<Trade> events(long from, long to) {
                            return node.trades(from, to);
                        }

                        @Override
                        public long numberOf(Trade trade) {
                            return trade.number();
                        }
                    })
                    .from(1) // where it all began
                    .firstEvent(ofSeconds(1));
            // end of snippet
            StreamBridge<Trade> trades =
                    StreamBridge.of("trades", source, trade -> TRADE.job(trade).lane("trades"));
            try (Supervisor supervisor =
                    Supervisor.builder().task("trades", () -> trades.on(baton)).start()) {
                awaitBooked(1, 2);
                assertThat(supervisor.status("trades")).isPresent();
            }
        }
    }

    record Row(long id, String data) {}

    // snippet: table
    /** The queue that we had before: rows are open until they are processed. */
    static final class EventQueue implements LegacyTable<Row> {
        @Override
        public List<Row> oldest(Connection transaction, int limit) throws SQLException {
            var rows = new ArrayList<Row>();
            try (PreparedStatement open = transaction.prepareStatement(
                    "SELECT id, data FROM event_queue WHERE processed = 0 ORDER BY block, log_index LIMIT ?")) {
                open.setInt(1, limit);
                ResultSet result = open.executeQuery();
                while (result.next()) {
                    rows.add(new Row(result.getLong(1), result.getString(2)));
                }
            }
            return rows;
        }

        @Override
        public boolean mark(Connection transaction, Row row) throws SQLException {
            try (PreparedStatement mark = transaction.prepareStatement(
                    "UPDATE event_queue SET processed = 1 WHERE id = ? AND processed = 0")) {
                mark.setLong(1, row.id());
                return mark.executeUpdate() == 1;
            }
        }
    }
    // end of snippet

    @Test
    void an_old_queue_table_is_imported_once() throws Exception {
        var pool = new SQLiteDataSource();
        pool.setUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        try (Baton baton = start()) {
            create(pool);
            // snippet: import
            LegacyImport<Row> legacy = LegacyImport.of(
                    new EventQueue(),
                    row -> TRADE.job(Trade.parse(row.data())).lane("trades").uniqueKey("trade " + row.id()));

            Imported<Row> imported = legacy.run(baton, pool); // once all is imported it does nothing
            System.out.println(imported.added() + " rows became jobs");
            // end of snippet
            assertThat(imported).isEqualTo(new Imported<>(2, 0, List.of()));
            awaitBooked(1, 2);
            assertThat(legacy.run(baton, pool).added()).isZero();
        }
    }

    private static void create(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE event_queue (id INTEGER, block INTEGER, log_index INTEGER, data TEXT, processed INTEGER)");
            statement.execute("INSERT INTO event_queue VALUES (8, 2, 0, '2:sell', 0), (9, 1, 0, '1:buy', 0)");
        }
    }
}
