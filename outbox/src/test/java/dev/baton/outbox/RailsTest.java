package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.CrashPolicy;
import dev.baton.job.Doubt;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RailsTest {

    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final Codes CODES = Codes.accepting("OK");
    private static final Rail RAIL = Rail.idempotent("sepa", CODES, dispatch -> Reply.of("OK"))
            .timeout(Duration.ofSeconds(20))
            .quiet(Duration.ofSeconds(40));

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Doubt doubt(int endedSecond, String code) {
        return new Doubt(1, 1, NOON.minusSeconds(3600), NOON.plusSeconds(endedSecond), code);
    }

    private static Duration safeAfter(Doubt... doubts) {
        return Duration.between(NOON, Reconciling.safe(List.of(doubts), RAIL));
    }

    @Test
    @Tag("R-003-55")
    @Tag("R-003-59")
    void waits_double_from_one_second_to_a_minute_and_there_are_20_attempts() {
        JobType<Payment> type = Rails.of(RAIL).type();

        assertThat(IntStream.rangeClosed(1, 8)
                        .mapToObj(type.retry()::plainDelayAfter)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
        assertThat(type.retry().allowsAnotherAfter(19)).isTrue();
        assertThat(type.retry().allowsAnotherAfter(20)).isFalse();
    }

    @Test
    void nothing_is_repeated_blindly_and_keys_are_for_ever_on_all_rails() {
        JobType<Payment> type = Rails.of(RAIL, Rail.neither("cash", CODES, dispatch -> Reply.of("OK")))
                .type();

        assertThat(type.onCrash()).isEqualTo(CrashPolicy.RECONCILE);
        assertThat(type.keyScope()).isEqualTo(KeyScope.FOREVER);
        assertThat(type.isReplayable()).isFalse();
        assertThat(type.timeout()).as("time for a lookup, a call and the gate").isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void all_is_quiet_after_the_last_call_that_may_be_under_way_has_ended() {
        assertThat(safeAfter(doubt(0, "DISPATCH_ERROR"))).hasSeconds(40);
        assertThat(safeAfter(doubt(0, "TIMEOUT"))).hasSeconds(40);
        assertThat(safeAfter(doubt(0, "LOST"))).hasSeconds(60);
        assertThat(safeAfter(doubt(0, "KILL"))).hasSeconds(60);
        assertThat(safeAfter(doubt(0, "LOST"), doubt(15, "TIMEOUT"))).hasSeconds(60);
        assertThat(safeAfter(doubt(0, "LOST"), doubt(25, "TIMEOUT"))).hasSeconds(65);
    }

    @Test
    void who_only_asked_has_sent_nothing_and_is_not_waited_for() {
        assertThat(safeAfter(doubt(0, "LOST"), doubt(60, "SNOOZED"), doubt(90, "LOOKUP_FAILED")))
                .hasSeconds(60);
    }

    @Test
    void rails_need_names_of_their_own_and_there_is_at_least_one() {
        assertCode("DUPLICATE", () -> Rails.of(RAIL, RAIL));
        assertCode("REQUIRED", Rails::of);
    }
}
