package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static dev.baton.sqlite.Sample.insert;
import static dev.baton.sqlite.Sample.job;
import static dev.baton.sqlite.Sample.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full disks, foreign connections, rude neighbours: a clear answer, nothing lost, and it goes on afterwards. */
class SqliteTroubleTest {

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    @Test
    void a_full_disk_is_said_to_be_full_and_all_is_well_when_there_is_room_again() throws Exception {
        try (Connections connections = Sample.connect(file);
                Writer writer = Sample.writer(connections, file)) {
            var inserting = new Verbs(connections.writing()).inserting;
            connections.writing().execute("PRAGMA max_page_count = 60");
            NewJob large = job("{\"x\":\"" + "y".repeat(1_000_000) + "\"}");

            assertThat(codeOf(() -> writer.write(() -> inserting.insert(List.of(large), Instant.EPOCH))))
                    .isEqualTo("DISK_FULL");

            connections.writing().execute("PRAGMA max_page_count = 1000000");
            assertThat(writer.write(() -> inserting.insert(List.of(large), Instant.EPOCH)))
                    .extracting(Inserted::answer)
                    .containsExactly(Inserted.Answer.ADDED);
        }
    }

    @Test
    void an_error_in_one_operation_harms_neither_its_neighbours_nor_the_next() throws Exception {
        try (Connections connections = Sample.connect(file);
                Writer writer = Sample.writer(connections, file)) {
            assertThatThrownBy(() -> writer.write(() -> {
                        throw new StackOverflowError();
                    }))
                    .isInstanceOf(BatonException.class)
                    .hasRootCauseInstanceOf(StackOverflowError.class);

            assertThat(writer.write(() -> 42)).isEqualTo(42);
        }
    }

    @Test
    void what_goes_wrong_once_all_is_committed_does_not_say_that_nothing_was_done() {
        var asked = new AtomicInteger();
        var manners = new Manners(
                () -> {
                    if (asked.incrementAndGet() == 2) { // after the commit
                        throw new OutOfMemoryError("no room for a number");
                    }
                    return 0;
                },
                pause -> {});
        NewJob job = job();
        try (Connections connections = Sample.connect(file);
                Writer writer = Sample.writer(connections, file, manners)) {
            var inserting = new Verbs(connections.writing()).inserting;

            assertThat(codeOf(() -> writer.write(() -> inserting.insert(List.of(job), Instant.EPOCH))))
                    .isEqualTo("OUTCOME_UNKNOWN");
            assertThat(writer.write(() -> inserting.insert(List.of(job), Instant.EPOCH)))
                    .extracting(Inserted::answer)
                    .containsExactly(Inserted.Answer.EXISTING);
        }
    }

    @Test
    void who_writes_to_a_closed_store_is_told_so_and_does_not_wait_for_ever() {
        SqliteStore store = SqliteStore.open(file);
        store.close();

        assertThat(codeOf(() -> insert(store, job("{}")))).isEqualTo("STORE_CLOSED");
        assertThat(codeOf(() -> store.payload(job("{}").id()))).isEqualTo("STORE_CLOSED");
    }

    @Test
    void a_callers_first_statement_may_be_our_insert_while_others_enqueue_without_pause() throws Exception {
        var stop = new AtomicBoolean();
        try (SqliteStore store = SqliteStore.open(file)) {
            var busy = new Thread(() -> {
                while (!stop.get()) {
                    insert(store, job("{}"));
                }
            });
            busy.start();
            for (int i = 0; i < 50; i++) {
                try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                    connection.setAutoCommit(false);
                    store.insert(
                            new JdbcTransaction(connection),
                            List.of(job("{}")),
                            store.clock().instant());
                    connection.commit();
                }
            }
            stop.set(true);
            busy.join();
        }
    }

    @Test
    void a_connection_to_another_file_is_refused_as_the_job_would_never_be_found() throws Exception {
        Path other = folder.resolve("other.db");
        SqliteStore.open(other).close();
        try (SqliteStore store = SqliteStore.open(file);
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + other)) {
            connection.setAutoCommit(false);

            assertThat(codeOf(() -> store.insert(
                            new JdbcTransaction(connection),
                            List.of(job("{}")),
                            store.clock().instant())))
                    .isEqualTo("WRONG_TRANSACTION");
        }
    }

    @Test
    void the_engine_of_a_file_is_the_same_by_whatever_name_the_file_is_opened() throws Exception {
        Path link = folder.resolve("link.db");
        try (SqliteStore store = SqliteStore.open(file)) {
            Files.createSymbolicLink(link, file);
            try (SqliteStore same = SqliteStore.open(link)) {
                join(store);
                assertThat(codeOf(() -> join(same))).isEqualTo("ENGINE_RUNNING");
                assertThat(codeOf(() -> join(store)))
                        .as("nor twice in one store")
                        .isEqualTo("ENGINE_RUNNING");
            }
        }
    }

    @Test
    void a_stranger_that_leaves_does_not_take_the_lock_along() {
        try (SqliteStore store = SqliteStore.open(file);
                SqliteStore second = SqliteStore.open(file)) {
            NodeId node = join(store);
            store.leave(new NodeId(UUID.randomUUID()), store.clock().instant());

            assertThat(store.beat(node, store.clock().instant())).isTrue();
            assertThat(codeOf(() -> join(second))).isEqualTo("ENGINE_RUNNING");
        }
    }

    @Test
    void a_join_that_is_refused_half_way_leaves_the_file_free_for_others() {
        try (SqliteStore store = SqliteStore.open(file);
                SqliteStore second = SqliteStore.open(file)) {
            NodeId node = join(store);
            store.leave(node, store.clock().instant());
            assertThat(codeOf(() -> store.join(node, Set.of(), store.clock().instant())))
                    .isEqualTo("NODE_KNOWN");

            assertThat(codeOf(() -> join(second))).isEqualTo("accepted");
        }
    }

    @Test
    void a_hint_that_throws_does_not_undo_what_was_committed_nor_stop_further_hints() throws Exception {
        try (SqliteStore store = SqliteStore.open(file);
                SqliteStore other = SqliteStore.open(file)) {
            var heard = new CountDownLatch(3);
            try (AutoCloseable bad = store.onWork(() -> {
                heard.countDown();
                throw new IllegalStateException("bad hint");
            })) {
                assertThat(bad).isNotNull();
                assertThat(insert(store, job("{}"))).isEqualTo(Inserted.Answer.ADDED);
                insert(other, job("{}"));
                assertThat(heard.getCount()).isLessThan(3);
                while (heard.getCount() > 0) {
                    insert(other, job("{}"));
                    heard.await(20, TimeUnit.MILLISECONDS);
                }
            }
        }
    }

    @Test
    void a_store_may_be_closed_from_a_hint() throws Exception {
        SqliteStore store = SqliteStore.open(file);
        var closed = new CountDownLatch(1);
        try (SqliteStore other = SqliteStore.open(file);
                AutoCloseable hint = store.onWork(() -> {
                    store.close();
                    closed.countDown();
                })) {
            assertThat(hint).isNotNull();
            insert(other, job("{}"));
            assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_file_that_is_up_to_date_can_be_opened_while_somebody_writes() throws Exception {
        SqliteStore.open(file).close();
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + file);
                var jdbc = new Jdbc(writer)) {
            jdbc.execute("BEGIN IMMEDIATE");

            SqliteStore.open(file).close();

            jdbc.execute("ROLLBACK");
        }
    }

    @Test
    void times_are_kept_to_the_microsecond_due_ones_never_early_and_the_farthest_are_no_trouble() {
        Instant odd = Instant.parse("2026-01-01T00:00:00.000000001Z");
        assertThat(Values.instant(Values.micros(odd))).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(Values.instant(Values.dueMicros(odd))).isEqualTo("2026-01-01T00:00:00.000001Z");
        assertThat(Values.instant(Values.micros(Instant.parse("1969-12-31T23:59:59.9999995Z"))))
                .isEqualTo("1969-12-31T23:59:59.999999Z");
        assertThat(Values.micros(Instant.MAX)).isGreaterThan(Values.micros(Instant.parse("9999-01-01T00:00:00Z")));
        assertThat(Values.micros(Instant.MIN)).isNegative();
    }
}
