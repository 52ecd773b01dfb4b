package dev.baton.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final int SLOTS = 32;

    private final Pace pace = new Pace();
    private long now;

    /** Asks before a claim that takes so long, during which so many end. Answers how many were to be claimed ahead. */
    private int claim(Duration takes, int ends) {
        int ahead = pace.ahead(now, SLOTS);
        for (int i = 0; i < ends; i++) {
            now += takes.toNanos() / ends;
            pace.ended(now);
        }
        return ahead;
    }

    @Test
    void with_slow_claims_and_quick_handlers_more_and_more_are_claimed_ahead() {
        int ahead = 0;
        for (int i = 0; i < 40; i++) {
            ahead = claim(Duration.ofMillis(100), SLOTS + ahead);
        }

        assertThat(ahead).isEqualTo(500);
    }

    @Test
    void handlers_that_are_slower_than_claims_get_nothing_ahead_of_them() {
        for (int i = 0; i < 20; i++) {
            assertThat(claim(Duration.ofMillis(100), 1)).isZero();
        }
    }

    @Test
    void with_quick_claims_half_of_what_ends_within_the_window_is_claimed_ahead() {
        int ahead = 0;
        for (int i = 0; i < 50; i++) {
            ahead = claim(Duration.ofMillis(5), SLOTS);
        }

        assertThat(ahead).isBetween(150, 161);
    }

    @Test
    void what_ended_while_there_was_nothing_to_claim_is_not_claimed_ahead() {
        for (int i = 0; i < 5; i++) {
            assertThat(claim(Duration.ofSeconds(2), 2 * SLOTS)).isLessThan(SLOTS);
        }
    }
}
