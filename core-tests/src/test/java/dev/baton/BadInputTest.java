package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.Retry;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.StoreTransaction;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is asked wrongly is refused with a stable code, before anything is stored. */
class BadInputTest {

    /** A payload of anything. */
    record Any(Object value) {}

    /** A payload that says more of itself than it can be made of. */
    record Talkative(String text) {
        public String getShout() {
            return text + "!";
        }
    }

    /** A payload that refuses some values. */
    record Positive(int value) {
        Positive {
            if (value == 13) {
                throw new IllegalArgumentException("unlucky");
            }
        }
    }

    private static final JobType<Any> ANY = JobType.of("any", Any.class);
    private static final JobType<Talkative> TALKATIVE = JobType.of("talkative", Talkative.class);
    private static final By BY = new By("alice", "because");

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(clock);
    private final Baton baton = Baton.on(store).enqueues(ANY, TALKATIVE).start();

    @AfterEach
    void close() {
        baton.close();
    }

    private static Object nested(int depth) {
        Object inner = "core";
        for (int i = 0; i < depth; i++) {
            inner = List.of(inner);
        }
        return inner;
    }

    private static Object circular() {
        var circle = new HashMap<String, Object>();
        circle.put("myself", circle);
        return circle;
    }

    private static Arguments refused(String what, String code, Consumer<Baton> call) {
        return Arguments.of(Named.of(what, call), code);
    }

    private static JobRequest<Any> job(Object value) {
        return ANY.job(new Any(value));
    }

    static Stream<Arguments> wrongRequests() {
        return Stream.of(wrongPayloads(), wrongNames(), wrongValues(), wrongQuestions())
                .flatMap(each -> each);
    }

    private static Stream<Arguments> wrongPayloads() {
        return Stream.of(
                refused("nesting over 64", "JSON_LIMIT", b -> b.enqueue(job(nested(70)))),
                refused("a string over 64 Ki", "JSON_LIMIT", b -> b.enqueue(job("x".repeat(70_000)))),
                refused(
                        "a number over 100 digits",
                        "JSON_LIMIT",
                        b -> b.enqueue(job(new BigDecimal("1" + "0".repeat(200))))),
                refused(
                        "a payload over 256 Ki",
                        "TOO_LARGE",
                        b -> b.enqueue(job(Collections.nCopies(10, "x".repeat(30_000))))),
                refused("half a character", "BAD_CHARACTER", b -> b.enqueue(job("\ud800"))),
                refused("a payload that cannot be written", "NOT_SERIALISABLE", b -> b.enqueue(job(circular()))),
                refused(
                        "a payload that cannot be read back",
                        "NOT_SERIALISABLE",
                        b -> b.enqueue(TALKATIVE.job(new Talkative("hey")))));
    }

    private static Stream<Arguments> wrongNames() {
        return Stream.of(
                refused("a blank key", "REQUIRED", b -> b.enqueue(job(1).uniqueKey(" "))),
                refused("a key over 200 characters", "BAD_ID", b -> b.enqueue(job(1).uniqueKey("k".repeat(201)))),
                refused("a key with U+0000", "BAD_CHARACTER", b -> b.enqueue(job(1).uniqueKey("a\u0000"))),
                refused("a key with a control character", "BAD_CHARACTER", b -> b.enqueue(job(1).uniqueKey("a\n"))),
                refused("a key with half a character", "BAD_CHARACTER", b -> b.enqueue(job(1).uniqueKey("\udc00"))),
                refused("a queue of odd letters", "BAD_ID", b -> b.enqueue(job(1).queue("a b"))),
                refused("a blank queue", "REQUIRED", b -> b.enqueue(job(1).queue(""))));
    }

    private static Stream<Arguments> wrongValues() {
        return Stream.of(
                refused("a priority of 11", "OUT_OF_RANGE", b -> b.enqueue(job(1).priority(11))),
                refused("due in 11 years", "BAD_TIME", b -> b.enqueue(job(1).in(Duration.ofDays(4_100)))),
                refused("due before now by a delay", "BAD_TIME", b -> b.enqueue(job(1).in(Duration.ofSeconds(-1)))),
                refused("a type of odd letters", "BAD_ID", b -> JobType.of("a/b", Any.class)),
                refused("a blank type", "REQUIRED", b -> JobType.of(" ", Any.class)),
                refused("an unknown type", "UNKNOWN_TYPE", b -> b.enqueue(JobType.of("other", Any.class), new Any(1))),
                refused(
                        "a type of the same name",
                        "UNKNOWN_TYPE",
                        b -> b.enqueue(JobType.of("any", Positive.class), new Positive(1))),
                refused(
                        "1001 attempts",
                        "OUT_OF_RANGE",
                        b -> ANY.retry(Retry.defaults().attempts(1001))),
                refused(
                        "no attempt",
                        "OUT_OF_RANGE",
                        b -> ANY.retry(Retry.defaults().attempts(0))),
                refused("a time-out of nothing", "OUT_OF_RANGE", b -> ANY.timeout(Duration.ZERO)),
                refused("10,001 at once", "TOO_MANY", b -> b.enqueueAll(Collections.nCopies(10_001, job(1)))),
                refused(
                        "a transaction of another kind",
                        "WRONG_TRANSACTION",
                        b -> b.enqueueAll(new StoreTransaction() {}, List.of(job(1)))),
                refused(
                        "a label that fails",
                        "BAD_LABEL",
                        b -> b.enqueue(
                                ANY.label(any -> {
                                    throw new IllegalStateException("no label");
                                }),
                                new Any(1))));
    }

    private static Stream<Arguments> wrongQuestions() {
        return Stream.of(
                refused("an empty page", "BAD_QUERY", b -> b.list(JobFilter.ALL, 0)),
                refused("a huge page", "BAD_QUERY", b -> b.list(JobFilter.ALL, 1_000_000_000)),
                refused("no id", "BAD_ID", b -> JobId.parse("'; DROP TABLE baton_job; --")),
                refused(
                        "an id nobody knows",
                        "NOT_FOUND",
                        b -> b.cancel(new JobId(new UUID(1, 2)), BY).orThrow()),
                refused("a pause without a name", "REQUIRED", b -> b.pause("", BY)),
                refused("a pause by nobody", "REQUIRED", b -> b.pause("default", new By(" ", "because"))));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("wrongRequests")
    void what_is_wrong_is_refused_with_its_code_and_nothing_is_stored(Consumer<Baton> call, String code) {
        assertThatThrownBy(() -> call.accept(baton))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageNotContainingAny("SELECT", "INSERT", "\tat ");

        assertThat(baton.list(JobFilter.ALL, 10)).isEmpty();
        assertThat(baton.actions(10)).isEmpty();
    }

    @Test
    @Tag("R-000-55")
    void a_name_is_at_most_200_characters_long() {
        assertThat(JobType.of("n".repeat(200), Any.class).name()).hasSize(200);
        assertThatThrownBy(() -> JobType.of("n".repeat(201), Any.class))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_ID"));
    }

    @Test
    void a_time_in_the_past_means_now() {
        JobId job =
                baton.enqueue(job(1).at(clock.instant().minusSeconds(3_600))).id();

        assertThat(baton.find(job).orElseThrow().standing().dueAt()).contains(clock.instant());
    }

    @Test
    void odd_text_in_a_filter_is_looked_for_as_it_is() {
        baton.enqueue(job(1));

        for (String odd : List.of("'; DROP TABLE baton_job; --", "%", "_", "any' OR '1'='1", "\u0000")) {
            assertThat(baton.list(JobFilter.ALL.type(odd), 10)).isEmpty();
            assertThat(baton.list(JobFilter.ALL.queue(odd), 10)).isEmpty();
        }
        assertThat(baton.list(JobFilter.ALL, 10)).hasSize(1);
    }

    @Test
    void text_that_every_store_can_keep_comes_back_as_it_was() {
        var odd = new ArrayList<>(List.of("\u0000", "\u001b[31m", "𝄞", "\u202e", "a\r\nb", "\uffff", "é"));

        JobId job = baton.enqueue(ANY, new Any(odd));

        assertThat(ANY.decode(baton.payload(job).orElseThrow().json(), 1, new JacksonCodec()))
                .isEqualTo(new Any(odd));
    }
}
