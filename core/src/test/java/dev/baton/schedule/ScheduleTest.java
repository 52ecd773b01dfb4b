package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private record Note(String text) {}

    private static final JobRequest<Note> JOB = JobType.of("note", Note.class).job(new Note("hello"));
    private static final ZoneId UTC = ZoneId.of("UTC");

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void what_is_wrong_with_a_schedule_is_said_at_once_and_by_code() {
        assertRefused(() -> Schedule.cron("a", "nonsense", UTC, JOB), "BAD_CRON");
        assertRefused(() -> Schedule.cron("a", "0 0 30 2 *", UTC, JOB), "BAD_CRON");
        assertRefused(() -> Schedule.cron("a", "0 3 * * *", "Europe/Atlantis", JOB), "BAD_ZONE");
        assertRefused(() -> Schedule.every("a", Duration.ofMillis(999), JOB), "BAD_INTERVAL");
        assertRefused(() -> Schedule.every("a", Duration.ofSeconds(1, 1), JOB), "BAD_INTERVAL");
        assertRefused(() -> Schedule.every("a", Duration.ofDays(-1), JOB), "BAD_INTERVAL");
        assertRefused(() -> Schedule.every("a", Duration.ofDays(3651), JOB), "BAD_INTERVAL");
        assertRefused(() -> Schedule.every("", Duration.ofDays(1), JOB), "REQUIRED");
        assertRefused(() -> Schedule.every("not a name", Duration.ofDays(1), JOB), "BAD_ID");
        assertRefused(() -> Schedule.every("x".repeat(151), Duration.ofDays(1), JOB), "BAD_SCHEDULE");
        assertRefused(() -> CatchUp.all(Duration.ZERO), "BAD_SCHEDULE");
        assertRefused(() -> CatchUp.all(Duration.ofDays(367)), "BAD_SCHEDULE");
    }

    @Test
    void a_job_with_a_time_a_key_or_a_doubt_of_its_own_cannot_be_scheduled() {
        Duration hour = Duration.ofHours(1);

        assertRefused(() -> Schedule.every("a", hour, JOB.uniqueKey("k")), "BAD_SCHEDULE");
        assertRefused(() -> Schedule.every("a", hour, JOB.in(hour)), "BAD_SCHEDULE");
        assertRefused(() -> Schedule.every("a", hour, JOB.at(Instant.parse("2026-11-16T00:00:00Z"))), "BAD_SCHEDULE");
        assertRefused(() -> Schedule.every("a", hour, JOB.held("WHY", "nobody knows")), "BAD_SCHEDULE");
        assertRefused(() -> Schedule.cron("a", "0 3 * * *", UTC, JOB).startingAt(Instant.EPOCH), "BAD_SCHEDULE");
    }

    @Test
    void next_times_are_told_before_anything_is_stored() {
        Instant now = Instant.parse("2026-11-16T00:00:00Z");

        assertThat(Schedule.cron("a", "0 3 * * *", "Europe/Berlin", JOB).fireTimes(now, 2))
                .containsExactly(Instant.parse("2026-11-16T02:00:00Z"), Instant.parse("2026-11-17T02:00:00Z"));
        assertThat(Schedule.every("a", Duration.ofHours(1), JOB).fireTimes(now, 1))
                .containsExactly(now.plusSeconds(3600));
        assertThat(Schedule.every("a", Duration.ofHours(1), JOB)
                        .startingAt(now.plusSeconds(60))
                        .fireTimes(now, 2))
                .containsExactly(now.plusSeconds(60), now.plusSeconds(3660));
        assertRefused(() -> Schedule.every("a", Duration.ofHours(1), JOB).fireTimes(now, 0), "BAD_QUERY");
    }

    @Test
    void unless_told_otherwise_one_job_at_a_time_makes_up_for_all_that_was_missed() {
        Schedule schedule = Schedule.every("a", Duration.ofHours(1), JOB);

        assertThat(schedule.catchUp()).isEqualTo(CatchUp.once()).isNotEqualTo(CatchUp.skip());
        assertThat(schedule.overlap()).isEqualTo(Overlap.SKIP);
        assertThat(schedule.fireTimeIn()).isEmpty();
        assertThat(schedule).hasToString("a: every PT1H");
        assertThat(CatchUp.all(Duration.ofHours(4)))
                .hasToString("all PT4H")
                .isEqualTo(CatchUp.all(Duration.ofHours(4)));
    }
}
