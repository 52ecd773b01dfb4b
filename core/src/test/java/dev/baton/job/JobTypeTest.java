package dev.baton.job;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JobTypeTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    record Receipt(String orderId, String email) {}

    private static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);
    private static final Receipt PAYLOAD = new Receipt("42", "a@b.c");

    /** Cannot be written: it contains itself. */
    static final class Cyclic {
        public Cyclic getSelf() {
            return this;
        }
    }

    private final PayloadCodec codec = new JacksonCodec();

    private static String codeOf(Supplier<?> wrong) {
        try {
            return "accepted".repeat(wrong.get() == null ? 0 : 1);
        } catch (BatonException e) {
            return e.code();
        }
    }

    @Test
    void the_name_is_logical_and_independent_of_the_class() {
        assertThat(RECEIPT.name()).isEqualTo("receipt.send");
        assertThat(RECEIPT.job(PAYLOAD).type().name()).isEqualTo("receipt.send");
    }

    @Test
    void a_change_makes_another_type_and_leaves_the_first_alone() {
        JobType<Receipt> urgent =
                RECEIPT.priority(5).queue("mail").timeout(ofSeconds(30)).keyScope(KeyScope.ACTIVE);

        assertThat(urgent.job(PAYLOAD).priority()).isEqualTo(5);
        assertThat(urgent.job(PAYLOAD).queue()).isEqualTo("mail");
        assertThat(RECEIPT.priority()).isZero();
        assertThat(RECEIPT.queue()).isEqualTo("default");
        assertThat(RECEIPT.keyScope()).isEqualTo(KeyScope.FOREVER);
        assertThat(RECEIPT.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(RECEIPT.retry()).isEqualTo(Retry.defaults());
    }

    @Test
    void the_label_may_depend_on_the_payload_and_cannot_forge_a_log_line() {
        assertThat(RECEIPT.label(PAYLOAD)).isEqualTo("receipt.send");
        assertThat(RECEIPT.label(r -> "receipt " + r.orderId()).label(PAYLOAD)).isEqualTo("receipt 42");
        assertThat(RECEIPT.label(r -> "x\nERROR y").label(PAYLOAD)).isEqualTo("x\\u000aERROR y");
    }

    @Test
    void the_nearest_class_says_what_an_exception_means() {
        JobType<Receipt> type = RECEIPT.on(IOException.class, e -> Outcome.retry("IO"))
                .on(FileNotFoundException.class, e -> Outcome.fail("NO_FILE", String.valueOf(e.getMessage())));

        assertThat(type.meaningOf(new FileNotFoundException("x"))).contains(Outcome.fail("NO_FILE", "x"));
        assertThat(type.meaningOf(new IOException())).contains(Outcome.retry("IO"));
        assertThat(type.meaningOf(new UncheckedIOException(new IOException()))).isEmpty();
        assertThat(codeOf(() -> type.on(IOException.class, e -> Outcome.done())))
                .isEqualTo("DUPLICATE");
    }

    @Test
    void an_old_payload_becomes_a_new_one_step_by_step() {
        JobType<Receipt> third = RECEIPT.version(3)
                .upcast(1, old -> {
                    var next = new HashMap<>(old);
                    next.put("email", next.remove("mail"));
                    return next;
                })
                .upcast(2, old -> {
                    var next = new HashMap<>(old);
                    next.put("orderId", "order-" + next.get("orderId"));
                    return next;
                });

        assertThat(third.decode("{\"orderId\":\"42\",\"mail\":\"a@b.c\"}", 1, codec))
                .isEqualTo(new Receipt("order-42", "a@b.c"));
        assertThat(third.decode("{\"orderId\":\"42\",\"email\":\"a@b.c\"}", 3, codec))
                .isEqualTo(PAYLOAD);
        assertThat(codeOf(() -> third.decode("{}", 4, codec)))
                .as("written by a newer program")
                .isEqualTo("UNDECODABLE");
        assertThat(codeOf(() -> RECEIPT.version(2).decode("{}", 1, codec)))
                .as("no upcast")
                .isEqualTo("UNDECODABLE");
    }

    @Test
    void a_payload_that_cannot_be_read_is_an_error_with_a_code() {
        List<String> poison = List.of(
                "",
                "{",
                "null",
                "[]",
                "{\"orderId\":\"42\"} x",
                "{\"orderId\":\"1\",\"orderId\":\"2\"}",
                "{\"orderId\":\"42\",\"email\":\"e\",\"surprise\":1}",
                "{\"orderId\":NaN}",
                "[".repeat(10_000));

        assertThat(poison)
                .allSatisfy(json -> assertThat(codeOf(() -> RECEIPT.decode(json, 1, codec)))
                        .as(json.substring(0, Math.min(20, json.length())))
                        .isEqualTo("UNDECODABLE"));
    }

    record Price(long cents) {}

    @Test
    void a_number_that_is_not_whole_is_not_cut_down_to_one_that_is() {
        JobType<Price> price = JobType.of("price", Price.class);

        assertThat(price.decode("{\"cents\":12}", 1, codec)).isEqualTo(new Price(12));
        assertThat(List.of("12.5", "12.0", "1e3"))
                .allSatisfy(number -> assertThat(codeOf(() -> price.decode("{\"cents\":" + number + "}", 1, codec)))
                        .isEqualTo("UNDECODABLE"));
    }

    @Test
    void a_payload_survives_being_written_and_read() {
        assertThat(RECEIPT.decode(codec.encode(PAYLOAD), 1, codec)).isEqualTo(PAYLOAD);
        assertThat(codeOf(() -> codec.encode(new Cyclic()))).isEqualTo("NOT_SERIALISABLE");
    }

    @Test
    @Tag("R-000-55")
    void names_keys_priorities_and_times_out_of_bounds_are_refused_with_a_code() {
        assertThat(codeOf(() -> JobType.of(" ", Receipt.class))).isEqualTo("REQUIRED");
        assertThat(codeOf(() -> JobType.of("a b", Receipt.class))).isEqualTo("BAD_ID");
        assertThat(codeOf(() -> JobType.of("x".repeat(201), Receipt.class))).isEqualTo("BAD_ID");
        assertThat(codeOf(() -> RECEIPT.queue("a/b"))).isEqualTo("BAD_ID");
        assertThat(codeOf(() -> RECEIPT.version(0))).isEqualTo("OUT_OF_RANGE");
        assertThat(codeOf(() -> RECEIPT.timeout(Duration.ZERO))).isEqualTo("OUT_OF_RANGE");
        assertThat(codeOf(() -> RECEIPT.priority(11))).isEqualTo("OUT_OF_RANGE");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).priority(-11))).isEqualTo("OUT_OF_RANGE");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).uniqueKey(""))).isEqualTo("REQUIRED");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).uniqueKey("a\u0000b"))).isEqualTo("BAD_CHARACTER");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).uniqueKey("a\ud800b"))).isEqualTo("BAD_CHARACTER");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).uniqueKey("k".repeat(201))))
                .isEqualTo("BAD_ID");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).uniqueKey("order \ud83d\ude80")))
                .isEqualTo("accepted");
        assertThat(codeOf(() -> RECEIPT.job(PAYLOAD).in(ofSeconds(-1)))).isEqualTo("BAD_TIME");
        assertThat(codeOf(() ->
                        RECEIPT.job(PAYLOAD).at(NOW.plus(Duration.ofDays(4000))).dueAt(NOW)))
                .isEqualTo("BAD_TIME");
    }

    @Test
    void a_job_is_due_now_at_its_time_or_after_its_delay() {
        assertThat(RECEIPT.job(PAYLOAD).dueAt(NOW)).isEqualTo(NOW);
        assertThat(RECEIPT.job(PAYLOAD).in(ofSeconds(5)).dueAt(NOW)).isEqualTo(NOW.plusSeconds(5));
        assertThat(RECEIPT.job(PAYLOAD).at(NOW.plusSeconds(9)).dueAt(NOW)).isEqualTo(NOW.plusSeconds(9));
        assertThat(RECEIPT.job(PAYLOAD).at(NOW.minusSeconds(9)).dueAt(NOW))
                .as("the past is now")
                .isEqualTo(NOW);
    }
}
