package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.JobView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Having jobs be due before their time. */
abstract class HastenContract {

    abstract StoreUnderTest it();

    private void hasten(List<JobId> jobs) {
        it().store.hasten(jobs, it().now());
    }

    @Test
    void a_job_that_waits_for_its_time_may_be_claimed_now() {
        JobId scheduled = it().arrange(JobState.SCHEDULED);
        JobId snoozed = it().add();
        it().finish(it().claimOne(), new Ending.Snooze(it().now().plus(Duration.ofDays(1))));
        JobId other = it().arrange(JobState.SCHEDULED);
        assertThat(it().claimable()).isEmpty();

        hasten(List.of(scheduled, snoozed));

        assertThat(it().find(snoozed).standing().dueAt()).contains(it().now());
        assertThat(it().claim(it().node(), 10).claims())
                .extracting(Claim::id)
                .containsExactlyInAnyOrder(scheduled, snoozed);
        assertThat(it().state(other)).isEqualTo(JobState.SCHEDULED);
        assertThat(it().kinds(snoozed)).as("nothing is written about it").hasSize(1);
    }

    @Test
    void everything_else_stays_as_it_is_and_so_does_what_is_not_known() {
        var jobs = new ArrayList<JobId>();
        for (JobState state : List.of(
                JobState.DONE,
                JobState.CANCELLED,
                JobState.DEAD,
                JobState.HELD,
                JobState.RETRYING,
                JobState.RUNNING,
                JobState.READY)) {
            jobs.add(it().arrange(state));
        }
        Map<JobId, Optional<JobView>> before = new HashMap<>();
        jobs.forEach(job -> before.put(job, it().store.find(job, it().now())));
        jobs.add(it().job().id());

        hasten(jobs);
        hasten(List.of());

        before.forEach(
                (job, view) -> assertThat(it().store.find(job, it().now())).isEqualTo(view));
    }

    @Test
    void a_job_of_a_lane_still_waits_for_its_turn() {
        JobId first = it().addTo("alice");
        JobId second = it().addTo("alice");
        it().finish(it().claimOne(), new Ending.Snooze(it().now().plus(Duration.ofDays(1))));

        hasten(List.of(first, second));

        assertThat(it().claimOne().id()).isEqualTo(first);
        assertThat(it().state(second)).isEqualTo(JobState.WAITING);
    }
}
