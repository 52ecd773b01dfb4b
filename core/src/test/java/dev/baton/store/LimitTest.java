package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be said as a limit, and what cannot. */
class LimitTest {

    private static final JobType<String> SEND = JobType.of("transfer.send", String.class);
    private static final Limit QUEUE = Limit.ofQueue("chain");

    private static BatonBuilder setup() {
        return Baton.on(new MemoryStore(InstantSource.system())).handle(SEND, SEND, (payload, run, context) -> {});
    }

    static Stream<ThrowingCallable> bad() {
        return Stream.of(
                () -> QUEUE.atOnce(0),
                () -> QUEUE.atOnce(-1),
                () -> QUEUE.atOnce(1_000_001),
                () -> QUEUE.perSecond(0),
                () -> QUEUE.perSecond(1_000_001),
                () -> QUEUE.perSecond(5).burst(0),
                () -> QUEUE.burst(5),
                () -> QUEUE.per(Duration.ZERO, 5),
                () -> QUEUE.per(Duration.ofNanos(999), 5),
                () -> QUEUE.per(Duration.ofSeconds(-1), 5),
                () -> QUEUE.per(Duration.ofDays(1).plusNanos(1_000), 5),
                () -> setup().limit(QUEUE).start(),
                () -> setup().limit(QUEUE.atOnce(1)).limit(QUEUE.perSecond(5)).start());
    }

    @ParameterizedTest
    @MethodSource("bad")
    void what_cannot_be_a_limit_is_refused_by_its_code(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_LIMIT"));
    }

    @Test
    void a_queue_that_cannot_be_one_is_refused_by_its_name() {
        assertThatThrownBy(() -> Limit.ofQueue("no spaces"))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_ID"));
    }

    @Test
    void a_limit_says_in_words_what_it_is() {
        assertThat(Limit.ofType(SEND).atOnce(10)).hasToString("type transfer.send, 10 at once");
        assertThat(QUEUE.perSecond(50).burst(100).atOnce(3))
                .hasToString("queue chain, 3 at once, 50 in PT1S, 100 in a burst");
    }

    @Test
    void the_largest_limit_is_counted_exactly() {
        var rate = new Limit.Rate(1_000_000, Duration.ofDays(1), 1_000_000);
        var start = Instant.parse("2026-01-01T00:00:00Z");

        Bucket full = Bucket.full(rate, start);

        assertThat(full.tokens(rate)).isEqualTo(1_000_000);
        assertThat(full.at(rate, start.plus(Duration.ofDays(100_000))).tokens(rate))
                .isEqualTo(1_000_000);
        Bucket empty = full.without(1_000_000, rate);
        assertThat(empty.at(rate, start.plus(Duration.ofHours(12))).tokens(rate))
                .isEqualTo(500_000);
        assertThat(empty.nextToken(rate)).isEqualTo(start.plusMillis(86).plusNanos(400_000));
    }
}
