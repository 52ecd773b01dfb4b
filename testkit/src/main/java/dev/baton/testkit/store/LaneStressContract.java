package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random work of many threads on a few lanes: none is stuck, none out of order, none skipped, and numbers are exactly 1 to n. */
abstract class LaneStressContract {

    abstract StoreUnderTest it();

    @Test
    @Tag("slow")
    @Tag("R-003-01")
    @Tag("R-003-05")
    @Tag("R-003-42")
    void three_seconds_of_random_work_leave_every_lane_complete_and_in_order() throws Exception {
        work(Duration.ofSeconds(3));
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void a_minute_of_random_work_leaves_every_lane_complete_and_in_order() throws Exception {
        work(Duration.ofMinutes(1));
    }

    private void work(Duration duration) throws Exception {
        var stress = new LaneStress(it());

        stress.run(duration);

        assertThat(stress.violations()).isEmpty();
        assertThat(stress.tally())
                .as("every kind of trouble happened")
                .allSatisfy((what, times) -> assertThat(times).as(what).isPositive());
        Map<String, List<JobView>> lanes = allJobs(stress);
        lanes.forEach((lane, jobs) -> {
            List<Long> numbers = jobs.stream()
                    .map(LaneStressContract::turn)
                    .map(Turn::sequence)
                    .sorted()
                    .toList();
            assertThat(numbers)
                    .as(lane)
                    .isEqualTo(LongStream.rangeClosed(1, jobs.size()).boxed().toList());
            assertThat(jobs)
                    .as(lane)
                    .extracting(job -> job.standing().state())
                    .isSubsetOf(JobState.DONE, JobState.CANCELLED)
                    .contains(JobState.DONE);
        });
        assertThat(lanes.values().stream().flatMap(List::stream))
                .extracting(job -> job.standing().state())
                .containsOnly(JobState.DONE, JobState.CANCELLED);
        it().requireQuiet();
    }

    private Map<String, List<JobView>> allJobs(LaneStress stress) {
        Map<String, List<JobView>> lanes = new TreeMap<>();
        Optional<JobId> after = Optional.empty();
        List<JobView> page = it().store.list(JobFilter.ALL, after, 1_000, it().now());
        while (!page.isEmpty()) {
            page.forEach(job -> lanes.computeIfAbsent(turn(job).lane(), any -> new ArrayList<>())
                    .add(job));
            after = Optional.of(page.get(page.size() - 1).id());
            page = it().store.list(JobFilter.ALL, after, 1_000, it().now());
        }
        assertThat(lanes.values().stream().collect(Collectors.summingInt(List::size)))
                .isEqualTo(stress.committed());
        return lanes;
    }

    private static Turn turn(JobView job) {
        return job.facts().turn().orElseThrow();
    }
}
