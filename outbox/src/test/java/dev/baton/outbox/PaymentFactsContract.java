package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.store.AttemptView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of every call to a rail, whatever came of it: what the rail said, and how long it took. */
abstract class PaymentFactsContract {

    private static final String LATENCY = "\"latency_ms\":(\\d+),?";

    abstract OutboxUnderTest it();

    /** A call that takes so long. */
    private void next(Duration takes, Book.Call call) {
        it().book.next(dispatch -> {
            it().clock.advance(takes);
            return call.answer(dispatch);
        });
    }

    private JobId pay(String rail, PaymentState until) throws InterruptedException {
        JobId id = it().start().enqueue(payment(rail, "alice", "a")).id();
        it().passTimeUntil(until, id);
        return id;
    }

    /** What was kept of each call, and how long it took. */
    private record Kept(String said, long latency) {
        static Optional<Kept> of(AttemptView attempt) {
            return attempt.detail().facts().map(json -> new Kept(json.replaceFirst(LATENCY, ""), latency(json)));
        }

        private static long latency(String json) {
            Matcher latency = Pattern.compile(LATENCY).matcher(json);
            assertThat(latency.find()).as(json).isTrue();
            return Long.parseLong(latency.group(1));
        }
    }

    private List<Kept> kept(JobId payment) {
        return it().baton().attempts(payment).stream()
                .map(Kept::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Time may pass while a call is on its way, so they may have taken longer. */
    private static void assertKept(List<Kept> kept, Kept... expected) {
        assertThat(kept)
                .extracting(Kept::said)
                .containsExactly(Stream.of(expected).map(Kept::said).toArray(String[]::new));
        for (int i = 0; i < expected.length; i++) {
            assertThat(kept.get(i).latency()).isBetween(expected[i].latency(), expected[i].latency() + 60_000);
        }
    }

    @Test
    @Tag("R-003-54")
    void of_a_payment_that_was_taken_are_kept_the_code_the_rails_reference_and_the_latency() throws Exception {
        next(Duration.ofMillis(1200), it().book::accept);

        JobId id = pay("sepa", PaymentState.DISPATCHED);

        assertKept(kept(id), new Kept("{\"rail_code\":\"OK\",\"rail_reference\":\"bank-1\"}", 1200));
        assertThat(it().baton().attempts(id).get(0).node()).isPresent();
    }

    @Test
    @Tag("R-003-54")
    void of_one_that_was_refused_for_now_or_for_good_they_are_kept_as_well() throws Exception {
        next(Duration.ofMillis(5), dispatch -> Reply.of("BUSY"));
        next(Duration.ofMillis(7), dispatch -> Reply.of("NO_ACCOUNT").as("bank-x"));

        JobId id = pay("sepa", PaymentState.FAILED);

        assertKept(
                kept(id),
                new Kept("{\"rail_code\":\"BUSY\"}", 5),
                new Kept("{\"rail_code\":\"NO_ACCOUNT\",\"rail_reference\":\"bank-x\"}", 7));
    }

    @Test
    void of_a_call_that_was_cut_or_interrupted_the_latency_is_kept() throws Exception {
        next(Duration.ofMillis(9), dispatch -> {
            throw new IOException("cut");
        });
        it().book.next(it().book::hang);

        JobId id = it().start().enqueue(payment("sepa", "alice", "a")).id();
        it().passTimeUntil(() -> it().baton().attempts(id).stream()
                .anyMatch(each -> each.detail().code().equals("TIMEOUT")));

        assertKept(kept(id).subList(0, 2), new Kept("{}", 9), new Kept("{}", OutboxUnderTest.TIMEOUT.toMillis()));
    }

    @Test
    void of_an_unknown_code_and_of_the_lookup_that_ends_the_doubt_what_the_rail_said_is_kept() throws Exception {
        it().book.next(dispatch -> {
            it().book.accept(dispatch);
            return Reply.of("MAYBE");
        });

        JobId id = pay("swift", PaymentState.DISPATCHED);

        assertKept(
                kept(id),
                new Kept("{\"rail_code\":\"MAYBE\"}", 0),
                new Kept("{\"rail_code\":\"OK\",\"rail_reference\":\"bank-1\"}", 0));
    }

    @Test
    void what_a_rail_says_that_no_store_can_keep_changes_nothing_of_the_outcome() throws Exception {
        it().book.next(dispatch -> Reply.of("OK").as("\ud800 half a letter"));

        JobId id = pay("sepa", PaymentState.DISPATCHED);

        assertKept(kept(id), new Kept("{}", 0));
    }

    @Test
    void what_never_reached_a_rail_has_no_facts_of_one() throws Exception {
        JobId id = it().start()
                .enqueue(new Payment(
                        new Instruction("instr", "w"), "alice", "sepa", Money.of("12.50", "EUR"), "worse than bad"))
                .id();
        it().passTimeUntil(PaymentState.FAILED, id);

        assertThat(kept(id)).isEmpty();
    }
}
