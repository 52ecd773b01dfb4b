package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.outbox.Codes.Meaning;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RailTest {

    private static final Codes CODES =
            Codes.accepting("OK").terminal("CLOSED").retryable("BUSY").unknown("MAYBE");
    private static final Rail RAIL = Rail.idempotent("sepa", CODES, dispatch -> Reply.of("OK"));

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    @Tag("R-003-47")
    void a_code_means_what_its_table_says_and_in_no_table_that_nobody_knows() {
        assertThat(CODES.meaningOf("OK")).isEqualTo(Meaning.ACCEPTED);
        assertThat(CODES.meaningOf("CLOSED")).isEqualTo(Meaning.TERMINAL);
        assertThat(CODES.meaningOf("BUSY")).isEqualTo(Meaning.RETRYABLE);
        assertThat(CODES.meaningOf("MAYBE")).isEqualTo(Meaning.UNKNOWN);
        assertThat(CODES.meaningOf("ok")).isEqualTo(Meaning.UNKNOWN);
        assertThat(CODES.meaningOf("")).isEqualTo(Meaning.UNKNOWN);
    }

    @Test
    void a_code_that_is_said_to_mean_two_things_is_refused() {
        assertCode("DUPLICATE", () -> CODES.retryable("OK"));
        assertCode("BAD_ID", () -> CODES.terminal("no account!"));
    }

    @Test
    void an_answer_that_is_about_another_payment_says_nothing_of_this_one() {
        assertThat(RAIL.meaningOf(Reply.of("OK").about("ours"), "ours")).isEqualTo(Meaning.ACCEPTED);
        assertThat(RAIL.meaningOf(Reply.of("OK"), "ours")).isEqualTo(Meaning.ACCEPTED);
        assertThat(RAIL.meaningOf(Reply.of("OK").about("theirs"), "ours")).isEqualTo(Meaning.UNKNOWN);
        assertThat(RAIL.meaningOf(Reply.of("CLOSED").about("theirs"), "ours")).isEqualTo(Meaning.UNKNOWN);
    }

    @Test
    @Tag("R-003-45")
    void a_call_has_30_seconds_and_all_is_quiet_30_seconds_later_unless_said_otherwise() {
        assertThat(RAIL.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(RAIL.quiet()).isEqualTo(Duration.ofSeconds(30));
        assertThat(RAIL.timeout(Duration.ofSeconds(5)).quiet(Duration.ZERO).timeout())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void what_a_rail_cannot_be_is_refused() {
        assertCode("OUT_OF_RANGE", () -> RAIL.timeout(Duration.ZERO));
        assertCode("OUT_OF_RANGE", () -> RAIL.timeout(Duration.ofHours(2)));
        assertCode("OUT_OF_RANGE", () -> RAIL.quiet(Duration.ofSeconds(-1)));
        assertCode("OUT_OF_RANGE", () -> RAIL.concurrency(0));
        assertCode("OUT_OF_RANGE", () -> RAIL.remembersFor(Duration.ZERO));
        assertCode("BAD_ID", () -> Rail.neither("s/w", CODES, dispatch -> Reply.of("OK")));
    }
}
