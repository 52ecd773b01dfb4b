package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.FinishedJobs;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Looking at what ended long ago and removing it by name, which removes the same and leaves the same as removing it unseen. */
abstract class RemoveContract extends PruneContract {

    private static final Duration DAY = Duration.ofDays(1);

    @Override
    int prune(Instant endedBefore, int limit) {
        return remove(idsOf(list(Instant.EPOCH, Optional.empty(), endedBefore, limit)));
    }

    private int remove(List<JobId> jobs) {
        return it().store.finishedJobs().remove(jobs);
    }

    private List<FinishedJobs.One> list(Instant from, Optional<JobId> after, Instant before, int limit) {
        return it().store.finishedJobs().list(from, after, before, limit);
    }

    private List<FinishedJobs.One> listAll() {
        return list(Instant.EPOCH, Optional.empty(), it().now().plus(DAY), 1000);
    }

    private static List<JobId> idsOf(List<FinishedJobs.One> jobs) {
        return jobs.stream().map(FinishedJobs.One::id).toList();
    }

    private NewJob witnessed() {
        return it().inLane("alice").with(new NewJob.Care(true, Optional.empty()));
    }

    @Test
    void those_that_are_over_come_by_their_ends_and_ids_with_their_types_from_place_to_place() {
        var expected = new ArrayList<FinishedJobs.One>();
        for (int day = 0; day < 3; day++) {
            var sameTime = new ArrayList<JobId>();
            for (int i = 0; i < 3; i++) {
                sameTime.add(it().insert(it().job(new Route("default", "type" + day, 1), 0, it().now()))
                        .id());
            }
            sameTime.forEach(job -> it().command(job, Act.CANCEL));
            sameTime.stream().sorted().forEach(job -> expected.add(new FinishedJobs.One(job, typeOf(job), it().now())));
            it().advance(DAY);
        }

        assertThat(listAll()).isEqualTo(expected);
        for (int i = 0; i < expected.size(); i++) {
            FinishedJobs.One place = expected.get(i);
            assertThat(list(place.endedAt(), Optional.of(place.id()), it().now(), 2))
                    .isEqualTo(expected.subList(i + 1, Math.min(i + 3, expected.size())));
        }
        Instant second = expected.get(3).endedAt();
        assertThat(list(second, Optional.empty(), it().now(), 100)).isEqualTo(expected.subList(3, 9));
        assertThat(list(Instant.EPOCH, Optional.empty(), second, 100)).isEqualTo(expected.subList(0, 3));
    }

    private String typeOf(JobId job) {
        return it().find(job).route().type();
    }

    @Test
    void what_is_kept_is_neither_shown_nor_removed_even_by_name() {
        JobId keyed = it().insert(it().keyed(KeyScope.FOREVER, "k", "{}")).id();
        it().doNext();
        JobId witnessed = it().insert(witnessed()).id();
        it().doNext();
        JobId unknown = it().job().id();
        var kept = new ArrayList<>(List.of(keyed, witnessed, unknown));
        for (JobState state : List.of(JobState.SCHEDULED, JobState.DEAD, JobState.HELD, JobState.RUNNING)) {
            kept.add(it().arrange(state));
        }
        JobId goes = it().arrange(JobState.DONE);
        it().advance(DAY);
        var all = new ArrayList<>(kept);
        all.add(goes);
        all.add(goes);

        assertThat(idsOf(listAll())).containsExactly(goes);
        assertThat(remove(all)).isEqualTo(1);

        assertThat(it().store.find(goes, it().now())).isEmpty();
        kept.remove(unknown);
        assertThat(it().store.standings(kept, it().now())).containsOnlyKeys(kept);
        assertThat(it().store.attempts(keyed)).hasSize(1);
        assertThat(it().store.attempts(witnessed)).hasSize(1);
    }

    @Test
    void what_was_removed_is_removed_once_however_often_it_is_named() {
        JobId job = it().arrange(JobState.DONE);

        assertThat(remove(List.of(job))).isEqualTo(1);
        assertThat(remove(List.of(job))).isZero();
        assertThat(remove(List.of())).isZero();
    }

    @Test
    void numbers_of_a_lane_are_not_used_again_and_a_checkpoint_goes_with_its_job() {
        List<JobId> jobs = it().addTo("alice", 2);
        Claim first = it().claimOne();
        it().store.checkpoint(List.of(new Checkpoint(first.id(), first.fence(), "{\"block\":7}")), it().now());
        it().finish(first, StoreUnderTest.done());
        it().doNext();

        assertThat(remove(jobs)).isEqualTo(2);

        assertThat(it().store.checkpoint(first.id())).isEmpty();
        assertThat(it().number(it().addTo("alice"))).isEqualTo(3);
    }
}
