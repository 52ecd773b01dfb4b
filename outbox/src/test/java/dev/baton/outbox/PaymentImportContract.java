package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Imported;
import dev.baton.LegacyTable;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.testkit.ManualClock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An old table of payments is taken over in order, each row once, and dropped when nothing is left in it. */
abstract class PaymentImportContract {

    private @Nullable OutboxUnderTest current;

    abstract JobStore open(InstantSource clock);

    /** Connections to the database that the store is in, as the application has them. */
    abstract DataSource source();

    @BeforeEach
    void begin() throws SQLException {
        var clock = new ManualClock();
        var place = new OutboxUnderTest.Place(
                store -> {
                    throw new AssertionError("nobody asks");
                },
                store -> store,
                store -> store);
        current = new OutboxUnderTest(open(clock), clock, place);
        execute(
                "CREATE TABLE payment_outbox (id integer PRIMARY KEY, instruction_id text NOT NULL, idempotency_key text NOT NULL,"
                        + " participant_id text NOT NULL, sequence_id bigint NOT NULL, rail_type text NOT NULL, payload text NOT NULL,"
                        + " status text NOT NULL, UNIQUE (participant_id, sequence_id))");
    }

    @AfterEach
    void close() throws Exception {
        it().close();
    }

    OutboxUnderTest it() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void add(int id, String participant, long sequence, String status) throws SQLException {
        try (Connection connection = source().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO payment_outbox VALUES (?, 'instr', ?, ?, ?, 'sepa', ?, ?)")) {
            insert.setInt(1, id);
            insert.setString(2, participant + sequence);
            insert.setString(3, participant);
            insert.setLong(4, sequence);
            insert.setString(5, "{\"amount\":\"12.50\",\"currency\":\"EUR\",\"destination\":\"DE02 1203\"}");
            insert.setString(6, status);
            insert.executeUpdate();
        }
    }

    private Imported<LegacyPayment> run(PaymentImport importing) throws Exception {
        return importing.run(it().baton(), source());
    }

    private List<JobId> payments() {
        return it().baton().list(JobFilter.ALL, 1000).stream()
                .map(job -> job.id())
                .toList();
    }

    private void drop() throws SQLException {
        try (Connection connection = source().getConnection()) {
            new LegacyOutbox().drop(connection);
        }
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void each_participants_payments_are_sent_in_their_old_order_and_what_was_over_is_not_sent() throws Exception {
        add(1, "bob", 7, "PENDING");
        add(2, "alice", 12, "RETRYABLE");
        add(3, "alice", 9, "PENDING");
        add(4, "alice", 11, "PENDING");
        add(5, "alice", 1, "DISPATCHED");
        add(6, "bob", 2, "FAILED");
        Outbox outbox = it().start();

        assertThat(run(PaymentImport.into(outbox).batch(2))).isEqualTo(new Imported<>(6, 0, List.of()));
        it().passTimeUntil(() -> it().book.arrived().size() == 4);

        assertThat(sent("alice")).containsExactly("alice9", "alice11", "alice12");
        assertThat(sent("bob")).containsExactly("bob7");
        assertThat(it().book.arrived().get(0).dispatch().payment().amount()).isEqualTo(Money.of("12.50", "EUR"));
        assertThat(run(PaymentImport.into(outbox)).added()).isZero();
    }

    @Test
    @Tag("R-003-20")
    @Tag("R-003-21")
    void who_asks_again_for_what_was_over_is_answered_with_it_and_nothing_is_sent() throws Exception {
        add(1, "alice", 1, "DISPATCHED");
        add(2, "alice", 2, "FAILED");
        add(3, "alice", 3, "PENDING");
        Outbox outbox = it().start();

        run(PaymentImport.into(outbox).batch(1));
        it().passTimeUntil(() -> it().book.arrived().size() == 1);

        Enqueued paid = outbox.enqueue(OutboxUnderTest.payment("alice", "alice1"));
        assertThat(paid.duplicate()).isTrue();
        assertThat(paid.sequence()).isEqualTo(1);
        assertThat(paid.state()).isEqualTo(PaymentState.DISPATCHED);
        Enqueued failed = outbox.enqueue(OutboxUnderTest.payment("alice", "alice2"));
        assertThat(failed.duplicate()).isTrue();
        assertThat(failed.state()).isEqualTo(PaymentState.CANCELLED);
        assertThat(outbox.status(new Instruction("instr", "alice1")))
                .hasValueSatisfying(status ->
                        assertThat(status.last().map(PaymentStatus.Last::code)).contains(PaymentImport.IMPORTED_OVER));
        assertThat(outbox.statuses("instr")).hasSize(3);
        assertThat(sent("alice")).containsExactly("alice3");
        assertThat(it().book.sequences()).as("it has the number that it had").containsExactly(3L);
        assertThat(outbox.blocked(10)).isEmpty();
    }

    @Test
    void what_is_over_is_taken_over_though_its_rail_is_gone_or_takes_other_destinations() throws Exception {
        add(1, "alice", 1, "DISPATCHED");
        add(2, "alice", 2, "FAILED");
        execute("UPDATE payment_outbox SET rail_type = 'telegraph' WHERE id = 1");
        execute("UPDATE payment_outbox SET payload ="
                + " '{\"amount\":\"12.50\",\"currency\":\"EUR\",\"destination\":\"bad\"}' WHERE id = 2");
        Outbox outbox = it().startIdle();

        assertThat(run(PaymentImport.into(outbox)).added()).isEqualTo(2);
        assertThat(outbox.status(new Instruction("instr", "alice1"))
                        .orElseThrow()
                        .rail())
                .isEqualTo("telegraph");
        drop();
    }

    @Test
    void rows_that_come_before_those_that_were_read_are_found_too() throws Exception {
        add(1, "bob", 1, "DISPATCHED");
        add(2, "bob", 2, "PENDING");
        var table = new LegacyOutbox();
        PaymentImport importing = PaymentImport.into(it().startIdle()).batch(1).from(table);
        assertThat(run(importing).added()).isEqualTo(2);

        add(3, "alice", 1, "DISPATCHED");
        add(4, "bob", 3, "DISPATCHED");

        assertThat(run(importing).added()).isEqualTo(2);
        drop();
    }

    private List<String> sent(String participant) {
        return it().book.arrived().stream()
                .map(entry -> entry.dispatch().payment())
                .filter(payment -> payment.participant().equals(participant))
                .map(payment -> payment.instruction().key())
                .toList();
    }

    @Test
    void one_that_was_being_sent_is_held_blocks_its_participant_and_is_never_sent_unless_people_say_so()
            throws Exception {
        add(1, "alice", 1, "DISPATCHING");
        add(2, "alice", 2, "PENDING");
        add(3, "bob", 1, "PENDING");
        Outbox outbox = it().start();

        run(PaymentImport.into(outbox));
        it().passTimeUntil(() -> it().book.arrived().size() == 1);

        PaymentStatus held = outbox.blocked(10).get(0);
        assertThat(held.participant()).isEqualTo("alice");
        assertThat(held.sequence()).isEqualTo(1);
        assertThat(held.last().map(PaymentStatus.Last::code)).contains(PaymentImport.IMPORTED_IN_DOUBT);
        outbox.retry(held.id(), BY);
        it().passTimeUntil(() -> it().baton().attempts(held.id()).stream().anyMatch(each -> each.fence() > 0));
        assertThat(it().state(held.id())).as("nobody but people knows").isEqualTo(PaymentState.HELD);
        assertThat(sent("alice")).isEmpty();

        outbox.resolve(held.id(), Resolution.NOT_SENT, BY);
        it().passTimeUntil(() -> it().book.arrived().size() == 3);
        assertThat(sent("alice")).containsExactly("alice1", "alice2");
    }

    @Test
    void a_state_that_nobody_has_explained_is_held_as_well() throws Exception {
        add(1, "alice", 1, "PAUSED");
        Outbox outbox = it().startIdle();

        run(PaymentImport.into(outbox));

        assertThat(outbox.blocked(10)).extracting(PaymentStatus::state).containsExactly(PaymentState.HELD);
    }

    /** As the table is, but whoever marks the row of this number dies. */
    private static LegacyTable<LegacyPayment> dyingAt(int mark) {
        var table = new LegacyOutbox();
        var marks = new AtomicInteger();
        return new LegacyTable<>() {
            @Override
            public List<LegacyPayment> oldest(Connection transaction, int limit) throws SQLException {
                return table.oldest(transaction, limit);
            }

            @Override
            public boolean mark(Connection transaction, LegacyPayment row) throws SQLException {
                if (marks.incrementAndGet() == mark) {
                    throw new ThreadDeathInTheMiddle();
                }
                return table.mark(transaction, row);
            }
        };
    }

    private static final class ThreadDeathInTheMiddle extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void one_that_dies_in_the_middle_leaves_whole_batches_and_the_next_takes_no_row_twice() throws Exception {
        for (int i = 1; i <= 10; i++) {
            add(i, "alice", i, i == 4 || i == 8 ? "DISPATCHING" : i % 3 == 0 ? "DISPATCHED" : "PENDING");
        }
        Outbox outbox = it().startIdle();
        PaymentImport importing = PaymentImport.into(outbox).batch(3);

        assertThatThrownBy(() -> run(importing.from(dyingAt(6)))).isInstanceOf(ThreadDeathInTheMiddle.class);
        assertThat(payments()).as("the batch before").hasSize(3);
        assertRefused(this::drop, "ROWS_REMAIN");

        assertThat(run(importing)).isEqualTo(new Imported<>(7, 0, List.of()));
        assertThat(payments()).hasSize(10);
        assertThat(outbox.blocked(10)).extracting(PaymentStatus::sequence).containsExactlyInAnyOrder(4L, 8L);
        for (int i = 1; i <= 10; i++) {
            assertThat(outbox.enqueue(OutboxUnderTest.payment("alice", "alice" + i)))
                    .satisfies(again -> assertThat(again.duplicate()).isTrue());
        }
    }

    @Test
    void payloads_are_read_as_the_caller_says_and_a_bad_row_stops_it_there() throws Exception {
        add(1, "alice", 1, "PENDING");
        add(2, "alice", 2, "PENDING");
        add(3, "alice", 3, "PENDING");
        Outbox outbox = it().startIdle();

        PaymentImport odd = PaymentImport.into(outbox).reading(row -> {
            if (row.sequence() == 2) {
                throw new IllegalArgumentException("odd");
            }
            return OutboxUnderTest.payment(row.participant(), row.key());
        });

        assertRefused(() -> run(odd), "BAD_ROW");
        assertThat(payments()).hasSize(1);
    }

    @Test
    @Tag("R-003-18")
    void the_table_is_dropped_when_nothing_is_left_in_it_and_not_before() throws Exception {
        assertRefusedWith("PENDING");
        assertRefusedWith("DISPATCHING");
        assertRefusedWith("PAUSED");
        assertRefusedWith("DISPATCHED");
        assertRefusedWith("FAILED");
        add(9, "alice", 9, "PENDING");
        run(PaymentImport.into(it().startIdle()));

        drop();

        assertRefused(this::drop, "NO_LEGACY_TABLE");
        assertThat(payments()).hasSize(2);
        assertThat(payments().stream().map(it()::state))
                .containsExactlyInAnyOrder(PaymentState.PENDING, PaymentState.CANCELLED);
    }

    private void assertRefusedWith(String status) throws SQLException {
        execute("DELETE FROM payment_outbox");
        add(1, "alice", 1, status);
        assertRefused(this::drop, "ROWS_REMAIN");
        execute("UPDATE payment_outbox SET rail_type = 'sepa'");
    }
}
