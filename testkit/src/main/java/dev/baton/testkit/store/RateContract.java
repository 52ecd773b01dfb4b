package dev.baton.testkit.store;

import static dev.baton.testkit.store.Limited.QUEUE;
import static dev.baton.testkit.store.Limited.TYPE;
import static dev.baton.testkit.store.StoreUnderTest.BY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How fast jobs begin on all nodes. */
abstract class RateContract {

    abstract StoreUnderTest it();

    private void endAll(Claimed claimed) {
        claimed.claims().forEach(claim -> it().finish(claim, StoreUnderTest.done()));
    }

    @Test
    @Tag("R-000-80")
    void a_burst_begins_at_once_and_then_one_for_each_token_to_the_microsecond() {
        Limited limited = Limited.to(it(), TYPE.perSecond(10).burst(5));
        limited.add(20);

        Claimed burst = limited.claim();
        assertThat(burst.claims()).hasSize(5);
        assertThat(burst.nextDue()).contains(it().now().plusMillis(100));

        it().advance(Duration.of(99_999, ChronoUnit.MICROS));
        Claimed tooSoon = limited.claim();
        assertThat(tooSoon.claims()).isEmpty();
        assertThat(tooSoon.nextDue()).contains(it().now().plus(1, ChronoUnit.MICROS));

        it().advance(Duration.of(1, ChronoUnit.MICROS));
        assertThat(limited.claimCount()).isEqualTo(1);
        it().advance(Duration.ofMillis(250));
        assertThat(limited.claimCount()).isEqualTo(2);
        it().advance(Duration.ofMillis(50));
        assertThat(limited.claimCount()).as("half a token was left").isEqualTo(1);
    }

    @Test
    void what_is_not_used_for_long_is_a_burst_and_no_more() {
        Limited limited = Limited.to(it(), TYPE.perSecond(10).burst(5));
        limited.add(20);
        endAll(limited.claim());

        it().advance(Duration.ofHours(100));

        assertThat(limited.claimCount()).isEqualTo(5);
        assertThat(limited.claimCount()).isZero();
    }

    @Test
    void a_rate_that_no_clock_can_divide_loses_nothing_over_a_long_time() {
        Limited limited = Limited.to(it(), TYPE.perSecond(7).burst(2));
        limited.add(80);
        int begun = limited.claimCount();

        for (int i = 0; i < 100; i++) {
            it().advance(Duration.ofMillis(100));
            Claimed claimed = limited.claim();
            begun += claimed.claims().size();
            endAll(claimed);
        }

        assertThat(begun).as("the burst, and 7 a second for 10 seconds").isEqualTo(72);
    }

    @Test
    void a_clock_that_is_behind_brings_no_tokens_and_what_went_by_does_not_count_twice() {
        Limited limited = Limited.to(it(), TYPE.perSecond(1).burst(3));
        Instant start = it().now();
        Instant behind = start.minusSeconds(10);
        for (int i = 0; i < 9; i++) {
            it().insert(it().job(StoreUnderTest.ROUTE, 0, behind));
        }
        assertThat(limited.claim(start, 2).claims()).hasSize(2);

        assertThat(limited.claim(behind, 10).claims()).as("one was left").hasSize(1);
        assertThat(limited.claim(start, 10).claims()).isEmpty();
        assertThat(limited.claim(start.plusSeconds(1), 10).claims()).hasSize(1);
        assertThat(limited.claim(start, 10).claims()).isEmpty();
        assertThat(limited.claim(start.plusSeconds(1), 10).claims()).isEmpty();
    }

    @Test
    void a_clock_that_was_set_back_for_good_brings_no_tokens_and_stops_nobody_for_long() {
        Limited limited = Limited.to(it(), TYPE.perSecond(1).burst(2));
        Instant start = it().now();
        Instant before = start.minus(Duration.ofHours(1));
        for (int i = 0; i < 9; i++) {
            it().insert(it().job(StoreUnderTest.ROUTE, 0, before));
        }
        assertThat(limited.claim(start, 10).claims()).hasSize(2);

        Claimed atOnce = limited.claim(before, 10);
        assertThat(atOnce.claims()).isEmpty();
        assertThat(atOnce.nextDue()).contains(before.plusSeconds(1));
        assertThat(limited.claim(before.plusSeconds(1), 10).claims()).hasSize(1);
        assertThat(limited.claim(before.plusSeconds(2), 10).claims()).hasSize(1);
        assertThat(limited.claim(before.plusSeconds(2), 10).claims()).isEmpty();
    }

    @Test
    void every_attempt_takes_a_token_and_none_is_given_back() {
        Limited limited = Limited.to(it(), TYPE.perSecond(10).burst(3).atOnce(2));
        limited.add(5);

        List<Claim> first = limited.claim().claims();
        it().finish(first.get(0), new Ending.Unstarted(it().now()));
        it().finish(first.get(1), it().retryIn(Duration.ZERO));

        assertThat(limited.claimCount()).as("the third token").isEqualTo(1);
        assertThat(limited.claimCount()).isZero();
        it().advance(Duration.ofMillis(100));
        assertThat(limited.claimCount()).isEqualTo(1);
    }

    @Test
    void who_waits_for_an_end_is_not_told_of_the_next_token() {
        Limited limited = Limited.to(it(), TYPE.perSecond(10).burst(1).atOnce(1));
        limited.add(5);

        assertThat(limited.claim().nextDue()).isEmpty();
        it().advance(Duration.ofMillis(50));
        assertThat(limited.claim().claims()).isEmpty();
        assertThat(limited.claim().nextDue()).isEmpty();
    }

    @Test
    void the_first_of_several_rates_that_has_room_again_says_when_to_look() {
        Limited limited = Limited.to(it(), TYPE.perSecond(1), QUEUE.perSecond(2).burst(1));
        limited.add(5);

        assertThat(limited.claim().nextDue()).contains(it().now().plusMillis(500));
        it().advance(Duration.ofMillis(500));
        Claimed none = limited.claim();

        assertThat(none.claims()).isEmpty();
        assertThat(none.nextDue()).contains(it().now().plusMillis(500));
    }

    @Test
    void a_claim_that_gets_nothing_uses_nothing() {
        Limited limited = Limited.to(it(), TYPE.perSecond(1).burst(2));

        assertThat(limited.claim()).isEqualTo(new Claimed(List.of(), Optional.empty()));
        assertThat(limited.view(TYPE).tokens(it().now())).contains(2);
    }

    @Test
    void another_rate_begins_with_the_tokens_that_were_left() {
        Limited limited = Limited.to(it(), TYPE.perSecond(10).burst(5));
        limited.add(20);
        limited.claim(it().now(), 2);

        it().store.limits().change(TYPE.perMinute(6).burst(100), BY, it().now());

        assertThat(limited.claimCount()).isEqualTo(3);
        assertThat(limited.claim().nextDue()).contains(it().now().plusSeconds(10));
    }
}
