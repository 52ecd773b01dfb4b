package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Imported;
import dev.baton.LegacyImport;
import dev.baton.LegacyTable;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.testkit.engine.EventQueue.Row;
import dev.baton.testkit.store.AtOnce;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What an import of an old queue table must do on every store that shares a database with an application. Extend it, and say how to open
 * the store and how to connect to its database.
 */
public abstract class LegacyImportContract {

    /** A payload. */
    record Event(int id, String data) {}

    private static final JobType<Event> EVENT =
            JobType.of("event.process", Event.class).keyScope(KeyScope.FOREVER);

    private static final int BACKLOG_MAX = 500;

    private Baton baton;
    private DataSource source;
    private EventQueue queue;

    /** An empty store. Called once for each test. */
    protected abstract JobStore open();

    /** Connections to the database that the store is in, as the application has them. */
    protected abstract DataSource source();

    /** What to call the old table there. */
    protected abstract String table();

    @BeforeEach
    void begin() throws SQLException {
        baton = Baton.on(open()).enqueues(EVENT).backlog(EVENT, BACKLOG_MAX).start();
        source = source();
        queue = new EventQueue(source, table());
        queue.create();
    }

    @AfterEach
    void close() {
        baton.close();
    }

    private LegacyImport<Row> legacy() {
        return LegacyImport.of(queue, row -> {
            if (row.data().equals("broken")) {
                throw new IllegalArgumentException("no event");
            }
            return EVENT.job(new Event(row.id(), row.data())).lane("events");
        });
    }

    /** The same, and what happened in one place of a transaction is one event. */
    private LegacyImport<Row> keyed() {
        return LegacyImport.of(
                queue,
                row -> EVENT.job(new Event(0, row.data()))
                        .lane("events")
                        .uniqueKey(row.txHash() + ":" + row.logIndex()));
    }

    /** So many rows whose ids are in their order, added in another. */
    private void addRows(int first, int last) throws SQLException {
        List<Integer> ids =
                new ArrayList<>(IntStream.rangeClosed(first, last).boxed().toList());
        Collections.shuffle(ids, new Random(7));
        for (int id : ids) {
            queue.add(id, 100 + id / 3, id % 3, "0x" + id, "event");
        }
    }

    /** The rows that became jobs, in the order of their lane. */
    private List<Integer> imported() {
        return baton.list(JobFilter.ALL, 1_000).stream()
                .sorted((a, b) -> Long.compare(sequence(a), sequence(b)))
                .map(view -> Integer.parseInt(
                        baton.payload(view.id()).orElseThrow().json().replaceAll("\\D", "")))
                .toList();
    }

    private static long sequence(JobView view) {
        return view.facts().turn().orElseThrow().sequence();
    }

    private static List<Integer> rows(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    @Tag("R-001-15")
    void open_rows_become_jobs_oldest_first_and_are_marked() throws Exception {
        addRows(1, 30);
        queue.addProcessed(31);

        assertThat(legacy().batch(7).run(baton, source)).isEqualTo(new Imported<>(30, 0, List.of()));

        assertThat(imported()).isEqualTo(rows(1, 30));
        assertThat(queue.open()).isZero();
        assertThat(legacy().run(baton, source)).as("once").isEqualTo(new Imported<>(0, 0, List.of()));
        addRows(40, 45);
        assertThat(legacy().run(baton, source).added()).as("what came later").isEqualTo(6);
    }

    @Test
    @Tag("R-001-16")
    void rows_that_say_the_same_become_one_job_also_when_the_first_was_imported_long_ago() throws Exception {
        queue.add(1, 100, 0, "0xa", "swap");
        queue.add(2, 100, 1, "0xa", "swap");
        queue.add(3, 101, 0, "0xa", "swap");
        assertThat(keyed().run(baton, source)).isEqualTo(new Imported<>(2, 1, List.of()));

        queue.add(4, 102, 1, "0xa", "swap");

        assertThat(keyed().run(baton, source)).isEqualTo(new Imported<>(0, 1, List.of()));
        assertThat(queue.open()).isZero();
        assertThat(imported()).hasSize(2);
    }

    @Test
    @Tag("R-001-15")
    void a_bad_row_stops_the_import_and_nothing_overtakes_it() throws Exception {
        addRows(1, 20);
        queue.repair(12, "broken");

        assertThatThrownBy(() -> legacy().batch(5).run(baton, source))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_ROW"))
                .hasMessageContaining("id=12")
                .hasRootCauseMessage("no event");
        assertThat(imported()).isEqualTo(rows(1, 11));
        assertThat(queue.open()).isEqualTo(9);

        queue.repair(12, "event");
        assertThat(legacy().run(baton, source).added()).isEqualTo(9);
        assertThat(imported()).isEqualTo(rows(1, 20));
    }

    @Test
    void when_no_more_may_be_pending_it_ends_and_no_row_is_taken_for_bad() throws Exception {
        addRows(1, 20);
        baton.enqueueAll(Collections.nCopies(
                BACKLOG_MAX - 7, EVENT.job(new Event(0, "before")).lane("others")));

        assertRefused(() -> legacy().leavingBadRows().batch(5).run(baton, source), "BACKLOG_FULL");

        assertThat(queue.open()).isEqualTo(15);
    }

    @Test
    void bad_rows_are_left_open_and_reported_if_that_is_wanted() throws Exception {
        addRows(1, 20);
        for (int id : List.of(1, 2, 3, 12, 20)) {
            queue.repair(id, "broken");
        }

        Imported<Row> result = legacy().batch(2).leavingBadRows().run(baton, source);

        assertThat(result.added()).isEqualTo(15);
        assertThat(result.bad()).extracting(bad -> bad.row().id()).containsExactly(1, 2, 3, 12, 20);
        assertThat(result.bad()).extracting(bad -> bad.why().getMessage()).containsOnly("no event");
        assertThat(queue.open()).isEqualTo(5);
        assertThat(imported()).hasSize(15).doesNotContain(1, 2, 3, 12, 20);
    }

    @Test
    void of_a_batch_that_the_store_refuses_only_the_row_at_fault_stays_behind() throws Exception {
        for (int i = 1; i <= 9; i++) {
            queue.add(i, 100, i, "0xa", "swap");
        }
        queue.add(10, 200, 4, "0xa", "another swap");
        queue.add(11, 201, 11, "0xa", "swap");

        Imported<Row> result = keyed().leavingBadRows().run(baton, source);

        assertThat(result.added()).isEqualTo(10);
        assertThat(result.bad()).extracting(bad -> bad.row().id()).containsExactly(10);
        assertThat(result.bad().get(0).why()).hasMessageContaining("0xa:4");
        assertRefused(() -> keyed().run(baton, source), "BAD_ROW");
        assertThat(queue.open()).isEqualTo(1);
    }

    @Test
    @Tag("R-001-15")
    void wherever_it_dies_no_row_is_lost_and_none_becomes_two_jobs() throws Exception {
        int rows = 0;
        for (boolean afterwards : List.of(false, true)) {
            boolean dies = true;
            for (int calls = 1; dies; calls++) {
                addRows(rows + 1, rows + 3);
                rows += 3;
                var dying = new DyingSource(source, calls, afterwards);
                try {
                    legacy().batch(2).run(baton, dying);
                } catch (DyingSource.Death died) {
                    // as it should
                }
                dies = !dying.isAlive();
                legacy().batch(2).run(baton, source);
                assertThat(queue.open()).isZero();
            }
            assertThat(rows).as("it died at many places").isGreaterThan(60);
        }
        assertThat(imported()).isEqualTo(rows(1, rows));
    }

    @Test
    void several_who_import_at_once_do_it_once_and_in_order() throws Exception {
        addRows(1, 120);
        List<Callable<Imported<Row>>> importers = IntStream.range(0, 4)
                .mapToObj(i -> (Callable<Imported<Row>>) () -> legacy().batch(5).run(baton, source))
                .toList();

        List<Imported<Row>> results = AtOnce.run(importers);

        assertThat(results.stream().mapToLong(Imported::added).sum()).isEqualTo(120);
        assertThat(imported()).isEqualTo(rows(1, 120));
    }

    @Test
    void a_row_that_stays_open_whatever_is_done_is_not_tried_for_ever() throws Exception {
        addRows(1, 3);
        LegacyTable<Row> stubborn = new LegacyTable<>() {
            @Override
            public List<Row> oldest(Connection transaction, int limit) throws SQLException {
                return queue.oldest(transaction, limit);
            }

            @Override
            public boolean mark(Connection transaction, Row row) {
                return false;
            }
        };

        assertRefused(
                () -> LegacyImport.of(stubborn, row -> EVENT.job(new Event(row.id(), "event")))
                        .run(baton, source),
                "ROW_NOT_MARKED");
        assertThat(baton.list(JobFilter.ALL, 10)).isEmpty();
    }

    @Test
    void an_import_that_is_interrupted_ends_between_two_batches_and_can_go_on() throws Exception {
        addRows(1, 20);
        LegacyImport<Row> interrupted = LegacyImport.of(queue, row -> {
            if (row.id() == 8) {
                Thread.currentThread().interrupt();
            }
            return EVENT.job(new Event(row.id(), row.data())).lane("events");
        });

        assertThatThrownBy(() -> interrupted.batch(5).run(baton, source)).isInstanceOf(InterruptedException.class);

        assertThat(imported()).isEqualTo(rows(1, 10));
        assertThat(legacy().run(baton, source).added()).isEqualTo(10);
    }
}
