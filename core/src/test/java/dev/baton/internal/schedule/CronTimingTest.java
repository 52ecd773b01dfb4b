package dev.baton.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTimingTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> times(String cron, String zone, String from, int howMany) {
        var timing = new CronTiming(cron, ZoneId.of(zone));
        return timing.times(timing.first(Instant.parse(from)), howMany).stream()
                .map(Instant::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 3 * * *      | 2026-11-16T10:00:00Z | 2026-11-17T03:00:00Z | 2026-11-18T03:00:00Z",
                "*/15 * * * *   | 2026-11-16T10:01:00Z | 2026-11-16T10:15:00Z | 2026-11-16T10:30:00Z",
                "*/20 * * * * * | 2026-11-16T10:00:20Z | 2026-11-16T10:00:40Z | 2026-11-16T10:01:00Z",
                "30 0 3 * * *   | 2026-11-16T10:00:00Z | 2026-11-17T03:00:30Z | 2026-11-18T03:00:30Z",
                "0 9 * * mon-fri| 2026-11-20T09:00:00Z | 2026-11-23T09:00:00Z | 2026-11-24T09:00:00Z",
                "0 9 * * 7      | 2026-11-20T09:00:00Z | 2026-11-22T09:00:00Z | 2026-11-29T09:00:00Z",
                "0 9 * * 0      | 2026-11-20T09:00:00Z | 2026-11-22T09:00:00Z | 2026-11-29T09:00:00Z",
                "0 0 13 * fri   | 2026-11-01T00:00:00Z | 2026-11-06T00:00:00Z | 2026-11-13T00:00:00Z",
                "0 0 1 jan *    | 2026-11-01T00:00:00Z | 2027-01-01T00:00:00Z | 2028-01-01T00:00:00Z",
                "0 0 29 2 *     | 2026-11-01T00:00:00Z | 2028-02-29T00:00:00Z | 2032-02-29T00:00:00Z",
                "0 0 L * *      | 2026-11-01T00:00:00Z | 2026-11-30T00:00:00Z | 2026-12-31T00:00:00Z",
                "0 0 15W * *    | 2026-11-01T00:00:00Z | 2026-11-16T00:00:00Z | 2026-12-15T00:00:00Z",
                "0 0 * * fri#2  | 2026-11-01T00:00:00Z | 2026-11-13T00:00:00Z | 2026-12-11T00:00:00Z",
                "0 0 * * friL   | 2026-11-01T00:00:00Z | 2026-11-27T00:00:00Z | 2026-12-25T00:00:00Z"
            })
    void an_expression_of_five_or_six_fields_comes_to_these_times(
            String cron, String from, String first, String second) {
        assertThat(times(cron, "UTC", from, 2)).containsExactly(first, second);
    }

    @Test
    void a_time_that_is_now_has_come_and_the_next_one_is_meant() {
        assertThat(times("0 3 * * *", "UTC", "2026-11-16T03:00:00Z", 1)).containsExactly("2026-11-17T03:00:00Z");
        assertThat(times("0 3 * * *", "UTC", "2026-11-16T02:59:59.999999Z", 1)).containsExactly("2026-11-16T03:00:00Z");
        assertThat(times("0 3 * * *", "UTC", "2026-11-16T03:00:00.000001Z", 1)).containsExactly("2026-11-17T03:00:00Z");
    }

    // In Berlin clocks go from 2:00 to 3:00 at 2026-03-29T01:00Z, and from 3:00 back to 2:00 at 2026-10-25T01:00Z.

    @Test
    void a_local_time_that_a_gap_swallows_comes_right_after_the_gap_and_once() {
        assertThat(times("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(times("*/10 2 * * *", "Europe/Berlin", "2026-03-28T02:00:00Z", 2))
                .as("six of them are in the gap")
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
        assertThat(times("0 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2))
                .as("what was swallowed and what comes right after it are one")
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
    }

    @Test
    void a_local_time_that_an_overlap_shows_twice_comes_the_first_time_and_once() {
        assertThat(times("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(times("*/30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 3))
                .containsExactly("2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:00:00Z");
        assertThat(times("* * 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", 1))
                .as("in the second pass nothing comes again")
                .containsExactly("2026-10-26T01:00:00Z");
    }

    @Test
    void a_rhythm_over_all_hours_goes_on_through_a_gap_and_through_both_passes_of_an_overlap() {
        assertThat(times("30 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 3))
                .containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z");
        assertThat(times("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:45:00Z", 6))
                .containsExactly(
                        "2026-10-25T00:00:00Z",
                        "2026-10-25T00:30:00Z",
                        "2026-10-25T01:00:00Z",
                        "2026-10-25T01:30:00Z",
                        "2026-10-25T02:00:00Z",
                        "2026-10-25T02:30:00Z");
        assertThat(times("0 */2 * * *", "Europe/Berlin", "2026-03-28T23:30:00Z", 3))
                .as("every second hour of the clock: 2:00 is not shown")
                .containsExactly("2026-03-29T02:00:00Z", "2026-03-29T04:00:00Z", "2026-03-29T06:00:00Z");
    }

    @Test
    void zones_with_a_gap_at_midnight_half_hours_or_a_day_that_never_was_are_no_different() {
        assertThat(times("0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00:00Z", 2))
                .as("0:00 was not shown on the 4th")
                .containsExactly("2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z");
        assertThat(times("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", 2))
                .as("a gap of half an hour")
                .containsExactly("2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z");
        assertThat(times("0 12 * * *", "Pacific/Apia", "2011-12-29T12:00:00Z", 3))
                .as("there was no 30th of December")
                .containsExactly("2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z");
    }

    @Test
    void the_last_time_that_has_passed_is_found_without_counting_all_before_it() {
        var everySecond = new CronTiming("* * * * * *", BERLIN);
        Instant now = Instant.parse("2026-11-16T10:00:00.5Z");

        assertThat(everySecond.latest(Instant.parse("2016-01-01T00:00:00Z"), now))
                .isEqualTo(Instant.parse("2026-11-16T10:00:00Z"));
        assertThat(new CronTiming("* * 3 * * *", BERLIN).latest(Instant.parse("2026-01-01T02:00:00Z"), now))
                .isEqualTo(Instant.parse("2026-11-16T02:59:59Z"));
        Instant only = Instant.parse("2026-11-16T02:00:00Z");
        assertThat(new CronTiming("0 3 * * *", BERLIN).latest(only, now)).isEqualTo(only);
        assertThat(new IntervalTiming(Duration.ofSeconds(7), Optional.empty()).latest(only, only.plusSeconds(20)))
                .isEqualTo(only.plusSeconds(14));
    }

    @Test
    void intervals_are_counted_from_their_start_whenever_somebody_asks() {
        Instant start = Instant.parse("2026-11-16T03:00:00Z");
        var timing = new IntervalTiming(Duration.ofHours(1), Optional.of(start));

        assertThat(timing.first(start.minusSeconds(1))).contains(start);
        assertThat(timing.first(start)).contains(start.plusSeconds(3600));
        assertThat(timing.first(start.plus(Duration.ofDays(3)).plusMillis(1)))
                .contains(start.plus(Duration.ofHours(73)));
        assertThat(new IntervalTiming(Duration.ofHours(1), Optional.empty()).first(start.plusNanos(1)))
                .contains(start.plusSeconds(3600));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cron Europe/Berlin 0 3 * * *",
                "cron UTC */5 * * * * *",
                "every PT5M",
                "every PT24H from 2026-11-16T03:00:00Z"
            })
    void a_timing_is_the_same_after_it_was_stored(String text) {
        assertThat(Timing.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "* * * *",
                "* * * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "0 0 0 * *",
                "* * * 13 *",
                "* * * * 8"
            })
    void what_is_no_expression_is_refused_and_so_is_half_of_one(String cron) {
        assertThatThrownBy(() -> new CronTiming(cron, BERLIN))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_CRON"));
    }

    @Test
    void a_timing_of_a_newer_version_is_refused_by_name() {
        assertThatThrownBy(() -> Timing.parse("moon full"))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SCHEDULE"))
                .hasMessageContaining("moon full");
    }
}
