package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.AttemptView;
import dev.baton.store.JobStore;
import dev.baton.testkit.ManualClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Payments as the views show them, on databases that have views. */
abstract class OutboxViewsContract {

    private @Nullable OutboxUnderTest current;

    abstract JobStore open(InstantSource clock);

    abstract JobStore afterCrash(JobStore store, InstantSource clock);

    /** To where the views are made. */
    abstract Connection connect() throws SQLException;

    abstract OutboxViews views();

    /** How this statement is carried out, if every index that could be used is. */
    abstract String plan(String sql) throws SQLException;

    @BeforeEach
    void openStore() throws SQLException {
        var clock = new ManualClock();
        var place = new OutboxUnderTest.Place(
                store -> {
                    throw new AssertionError("nobody asks");
                },
                store -> afterCrash(store, clock),
                store -> store);
        current = new OutboxUnderTest(open(clock), clock, place);
        make();
    }

    @AfterEach
    void closeStore() throws Exception {
        it().close();
    }

    OutboxUnderTest it() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    private void make() throws SQLException {
        try (Connection connection = connect()) {
            views().apply(connection);
        }
    }

    List<Map<String, String>> rows(String sql) throws SQLException {
        var rows = new ArrayList<Map<String, String>>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                var row = new TreeMap<String, String>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.put(found.getMetaData().getColumnLabel(i), String.valueOf(found.getString(i)));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private List<Map<String, String>> attempts() throws SQLException {
        return rows("SELECT * FROM payment_outbox_attempts ORDER BY sequence_id, claimed_at, attempt_no");
    }

    /** These columns of each, next to each other. */
    private static List<String> of(List<Map<String, String>> rows, String... columns) {
        return rows.stream()
                .map(row ->
                        String.join(" ", List.of(columns).stream().map(row::get).toList()))
                .toList();
    }

    private static String value(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    private static Map<String, String> only(List<Map<String, String>> rows, String column, String value) {
        List<Map<String, String>> found =
                rows.stream().filter(row -> value.equals(row.get(column))).toList();
        assertThat(found).as("%s %s in %s", column, value, rows).hasSize(1);
        return found.get(0);
    }

    private static Instant instant(String shown) {
        String iso = shown.replace(' ', 'T');
        return OffsetDateTime.parse(iso.matches(".*[+-]\\d\\d$") ? iso + ":00" : iso)
                .toInstant();
    }

    @Test
    @Tag("R-003-08")
    void what_waits_has_the_columns_of_the_document_with_their_values() throws Exception {
        Outbox outbox = it().startIdle();
        Instant enqueued = it().clock.instant();
        JobId first = outbox.enqueue(payment("alice", "a")).id();
        JobId second = outbox.enqueue(payment("swift", "alice", "b")).id();

        List<Map<String, String>> rows = rows("SELECT * FROM payment_outbox_pending ORDER BY sequence_id");

        assertThat(rows.get(0).keySet())
                .containsExactlyInAnyOrder(
                        "outbox_id",
                        "instruction_id",
                        "participant_id",
                        "sequence_id",
                        "idempotency_key",
                        "rail_type",
                        "payload",
                        "attempt_count",
                        "next_attempt_at",
                        "created_at");
        assertThat(of(
                        rows,
                        "outbox_id",
                        "instruction_id",
                        "participant_id",
                        "sequence_id",
                        "idempotency_key",
                        "rail_type",
                        "attempt_count"))
                .containsExactly(first + " instr alice 1 a sepa 0", second + " instr alice 2 b swift 0");
        assertThat(value(rows.get(0), "payload").replace(" ", "")).contains("\"minor\":1250", "\"currency\":\"EUR\"");
        assertThat(instant(value(rows.get(0), "created_at"))).isEqualTo(enqueued);
        assertThat(instant(value(rows.get(0), "next_attempt_at"))).isEqualTo(enqueued);
    }

    @Test
    void a_payment_that_was_put_in_the_place_of_another_shows_whose_place_that_is() throws Exception {
        Outbox outbox = it().startIdle();
        JobId first = outbox.enqueue(payment("alice", "a")).id();
        var better = new Payment(new Instruction("instr", "a"), "alice", "sepa", Money.of("13.00", "EUR"), "DE02 1203");

        JobId replacement = outbox.replace(first, better, BY);

        assertThat(of(
                        rows("SELECT * FROM payment_outbox_pending"),
                        "outbox_id",
                        "instruction_id",
                        "idempotency_key",
                        "sequence_id"))
                .containsExactly(replacement + " instr a 2");
    }

    @Test
    @Tag("R-003-12")
    @Tag("R-003-13")
    void a_payment_is_shown_in_every_state_that_its_attempts_come_to() throws Exception {
        it().book.next("BUSY");
        it().book.next(it().book::hang);
        Outbox outbox = it().start();
        JobId id = outbox.enqueue(payment("alice", "a")).id();
        it().passTimeUntil(() -> it().book.inside() == 1 && it().book.arrived().size() == 2);

        Map<String, String> open = only(attempts(), "state", "DISPATCHING");
        assertThat(of(List.of(open), "outbox_id", "error_code", "rail_code", "completed_at", "latency_ms"))
                .containsExactly(id + " null null null null");
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        List<Map<String, String>> ended = attempts();
        Map<String, String> refused = only(ended, "error_code", "BUSY");
        Map<String, String> unknown = only(ended, "attempt_id", value(open, "attempt_id"));
        assertThat(of(List.of(refused, unknown), "state", "error_code", "rail_code", "rail_reference"))
                .containsExactly("RETRYABLE BUSY BUSY null", "RETRYABLE OUTCOME_UNKNOWN null null");
        assertThat(of(ended, "state", "error_code", "rail_code", "rail_reference"))
                .last()
                .isEqualTo("DISPATCHED null OK bank-1");
        assertThat(of(ended, "attempt_id")).doesNotHaveDuplicates();
        assertThat(of(ended, "participant_id", "sequence_id", "instruction_id", "idempotency_key", "rail_type"))
                .containsOnly("alice 1 instr a sepa");
        assertThat(refused.get("error_message")).isEqualTo("because");
        assertThat(unknown.get("error_message")).startsWith("TIMEOUT: ");
        assertThat(Long.parseLong(unknown.get("latency_ms")))
                .isGreaterThanOrEqualTo(OutboxUnderTest.TIMEOUT.toMillis());
        AttemptView last =
                it().store().find(id, it().clock.instant()).orElseThrow().last().orElseThrow();
        Map<String, String> dispatched = ended.get(ended.size() - 1);
        assertThat(dispatched.get("worker_id"))
                .isEqualTo(last.node().orElseThrow().toString());
        assertThat(instant(value(dispatched, "claimed_at"))).isEqualTo(last.claimedAt());
        assertThat(instant(value(dispatched, "completed_at"))).isEqualTo(last.endedAt());
        assertThat(rows("SELECT * FROM payment_outbox_pending")).isEmpty();
    }

    @Test
    @Tag("R-003-12")
    void a_payment_that_fails_for_good_or_is_held_says_so() throws Exception {
        it().book.next("NO_ACCOUNT");
        it().book.next("MAYBE");
        Outbox outbox = it().start();
        JobId failed = outbox.enqueue(payment("alice", "a")).id();
        it().passTimeUntil(PaymentState.FAILED, failed);
        JobId held = outbox.enqueue(payment("cash", "bob", "b")).id();
        it().passTimeUntil(PaymentState.HELD, held);

        outbox.resolve(held, Resolution.SENT, BY);

        assertThat(of(attempts(), "participant_id", "state", "error_code", "rail_code"))
                .as("what people said is no attempt")
                .containsExactlyInAnyOrder("alice FAILED NO_ACCOUNT NO_ACCOUNT", "bob RETRYABLE OUTCOME_UNKNOWN MAYBE");
    }

    @Test
    @Tag("R-003-13")
    @Tag("R-003-65")
    void an_attempt_that_was_lost_with_its_process_is_a_zombie_that_was_requeued() throws Exception {
        JobId id = it().lost("sepa", false);
        it().start();
        it().passTimeUntil(PaymentState.DISPATCHED, id);

        assertThat(of(attempts(), "state", "error_code", "error_message"))
                .first()
                .isEqualTo("ZOMBIE_REQUEUE ZOMBIE_REQUEUE Its process died.");
        List<String> nodes = of(attempts(), "worker_id");
        assertThat(nodes).doesNotContain("null");
        assertThat(nodes.subList(1, nodes.size())).isNotEmpty().doesNotContain(nodes.get(0));
    }

    @Test
    @Tag("R-003-11")
    @Tag("R-003-15")
    void what_waits_is_found_by_indexes_and_jobs_of_others_are_not_read() throws Exception {
        String plan = plan("SELECT * FROM payment_outbox_pending");

        assertThat(plan).contains("baton_pending_ready", "baton_pending_waiting", "queue");
        assertThat(plan).doesNotContain("Seq Scan", "SCAN baton_");
    }

    @Test
    void to_make_them_again_changes_nothing_and_they_can_be_printed() throws Exception {
        make();
        make();

        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : views().print().split(";", -1)) {
                statement.execute(each.isBlank() ? "SELECT 1" : each);
            }
        }
        assertThat(rows("SELECT * FROM payment_outbox_pending")).isEmpty();
        assertThat(attempts()).isEmpty();
    }

    @Test
    void a_table_that_has_one_of_the_names_is_left_alone() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP VIEW payment_outbox_attempts");
            statement.execute("CREATE TABLE payment_outbox_attempts (id integer)");
        }

        assertThatThrownBy(this::make)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NAME_TAKEN"));

        assertThat(rows("SELECT * FROM payment_outbox_attempts")).isEmpty();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE payment_outbox_attempts");
        }
    }
}
