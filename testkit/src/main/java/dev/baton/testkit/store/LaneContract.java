package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs of a lane leave it in the order of their numbers; what parked ones mean to it says {@link ParkedLaneContract}. */
abstract class LaneContract {

    private static final Route OTHER = new Route("default", "invoice.send", 1);

    abstract StoreUnderTest it();

    private JobId addTo(String lane, int priority, Instant dueAt) {
        return it().insert(inLane(lane, it().job(ROUTE, priority, dueAt))).id();
    }

    @Test
    @Tag("R-003-42")
    void the_next_of_a_lane_can_be_claimed_when_the_one_before_it_has_ended_and_not_earlier() {
        List<JobId> jobs = it().addTo("alice", 3);

        for (JobId job : jobs) {
            Claim claim = it().claimOne();
            assertThat(claim.id()).isEqualTo(job);
            assertThat(it().claimable()).isEmpty();
            it().finish(claim, StoreUnderTest.done());
        }
        assertThat(it().claimable()).isEmpty();
    }

    @Test
    void of_a_lane_one_is_ready_and_none_while_one_runs() {
        List<JobId> jobs = it().addTo("alice", 3);
        assertThat(jobs).extracting(it()::state).containsExactly(JobState.READY, JobState.WAITING, JobState.WAITING);

        it().claimOne();
        assertThat(jobs).extracting(it()::state).containsExactly(JobState.RUNNING, JobState.WAITING, JobState.WAITING);
        assertThat(it().insert(it().inLane("alice")).state()).isEqualTo(JobState.WAITING);
    }

    @Test
    @Tag("R-003-04")
    void lanes_do_not_wait_for_each_other_and_jobs_without_one_wait_for_none() {
        JobId alices = it().addTo("alice", 2).get(0);
        JobId bobs = it().addTo("bob", 2).get(0);
        JobId free = it().add();
        JobId alsoFree = it().add();

        assertThat(it().claimable()).containsExactlyInAnyOrder(alices, bobs, free, alsoFree);
    }

    static Stream<Ending> backToItsLane() {
        return Stream.of(
                new Ending.Retry(Instant.EPOCH, "BUSY", ""),
                new Ending.Snooze(Instant.EPOCH),
                new Ending.Unstarted(Instant.EPOCH),
                new Ending.Released(),
                new Ending.Unknown(Instant.EPOCH, "NO_ANSWER", "", true));
    }

    @ParameterizedTest
    @MethodSource("backToItsLane")
    @Tag("R-003-06")
    void one_that_comes_back_is_before_those_that_waited_behind_it(Ending ending) {
        List<JobId> jobs = it().addTo("alice", 2);
        Claim first = it().claimOne();

        it().finish(first, ending);

        assertThat(it().state(jobs.get(1))).isEqualTo(JobState.WAITING);
        assertThat(it().doAll()).isEqualTo(jobs);
    }

    @Test
    void one_that_was_lost_comes_back_before_those_that_waited_behind_it() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().claimOne();

        it().loseNode();

        assertThat(it().doAll()).isEqualTo(jobs);
    }

    @Test
    void a_lane_waits_for_a_retry_that_is_not_due() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(), it().retryIn(Duration.ofSeconds(60)));

        assertThat(it().claim(it().node(), 10))
                .isEqualTo(new Claimed(List.of(), Optional.of(it().now().plusSeconds(60))));
        it().advance(Duration.ofSeconds(60));
        assertThat(it().doAll()).isEqualTo(jobs);
    }

    @Test
    void a_job_for_later_keeps_those_behind_it_waiting_until_its_time() {
        JobId later = addTo("alice", 0, it().now().plusSeconds(60));
        JobId behind = it().addTo("alice");

        assertThat(it().state(later)).isEqualTo(JobState.SCHEDULED);
        assertThat(it().state(behind)).isEqualTo(JobState.WAITING);
        assertThat(it().claim(it().node(), 10))
                .isEqualTo(new Claimed(List.of(), Optional.of(it().now().plusSeconds(60))));
        it().advance(Duration.ofSeconds(60));
        assertThat(it().doAll()).containsExactly(later, behind);
    }

    @Test
    void neither_priority_nor_an_earlier_time_overtakes_in_a_lane() {
        JobId first = addTo("alice", -10, it().now());
        JobId urgent = addTo("alice", 10, it().now());
        JobId overdue = addTo("alice", 0, it().now().minusSeconds(60));

        assertThat(it().doAll()).containsExactly(first, urgent, overdue);
    }

    @Test
    void jobs_of_several_types_can_share_a_lane_and_wait_for_those_who_handle_the_first() {
        JobId first =
                it().insert(inLane("alice", it().job(OTHER, 0, it().now()))).id();
        JobId second = it().addTo("alice");

        assertThat(it().claimable()).as("of the second type alone").isEmpty();
        Claim claim = it().claim(List.of(), 10, Map.of(ROUTE, LIMITS, OTHER, LIMITS))
                .claims()
                .get(0);
        assertThat(claim.id()).isEqualTo(first);
        it().finish(claim, StoreUnderTest.done());
        assertThat(it().claimable()).containsExactly(second);
    }

    @Test
    void one_that_waits_can_be_cancelled_and_its_lane_goes_on_without_it() {
        List<JobId> jobs = it().addTo("alice", 4);

        assertThat(it().command(jobs.get(1), Act.CANCEL)).isEqualTo(new CommandResult.Applied("waiting", "cancelled"));
        assertThat(it().command(jobs.get(0), Act.CANCEL)).isEqualTo(new CommandResult.Applied("ready", "cancelled"));

        assertThat(it().doAll()).containsExactly(jobs.get(2), jobs.get(3));
    }

    @Test
    void a_running_one_that_was_cancelled_or_killed_lets_the_next_begin() {
        List<JobId> jobs = it().addTo("alice", 3);
        Claim first = it().claimOne();
        it().command(first.id(), Act.CANCEL);
        assertThat(it().claimable()).as("it has not ended yet").isEmpty();
        it().finish(first, new Ending.Cancelled());

        Claim second = it().claimOne();
        it().command(second.id(), Act.KILL);

        assertThat(it().claimable()).containsExactly(jobs.get(2));
    }

    @Test
    void skipping_ends_one_that_waits_and_is_refused_while_it_runs_and_without_a_lane() {
        JobId running = it().addTo("alice");
        it().claimOne();
        JobId waiting = it().addTo("alice");
        JobId last = it().addTo("alice");

        assertThat(it().command(running, Act.SKIP)).isEqualTo(new CommandResult.WrongState(JobState.RUNNING));
        assertThat(it().command(waiting, Act.SKIP)).isEqualTo(new CommandResult.Applied("waiting", "cancelled"));
        assertThat(it().command(it().add(), Act.SKIP)).isEqualTo(new CommandResult.NotInLane());
        assertThat(it().command(last, Act.SKIP)).isEqualTo(new CommandResult.Applied("waiting", "cancelled"));
        assertThat(it().store.actions(10)).hasSize(2);
    }

    @Test
    void skipping_a_job_for_later_lets_its_lane_go_on_at_once() {
        JobId later = addTo("alice", 0, it().now().plus(Duration.ofDays(1)));
        JobId behind = it().addTo("alice");

        it().command(later, Act.SKIP);

        assertThat(it().claimable()).containsExactly(behind);
    }

    @Test
    void one_that_waits_for_its_key_keeps_its_lane_waiting_too() {
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        Claim holder = it().claimOne();
        Inserted heir = it().insert(inLane("alice", it().again("k")));
        JobId behind = it().addTo("alice");

        assertThat(heir.answer()).isEqualTo(Inserted.Answer.ADDED_BEHIND);
        assertThat(it().claimable()).isEmpty();
        it().finish(holder, StoreUnderTest.done());
        assertThat(it().state(behind)).isEqualTo(JobState.WAITING);
        assertThat(it().doAll()).containsExactly(heir.id(), behind);
    }

    @Test
    void one_that_gets_its_key_still_waits_for_its_turn() {
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        Claim holder = it().claimOne();
        JobId first = it().addTo("alice");
        JobId heir = it().insert(inLane("alice", it().again("k"))).id();

        it().finish(holder, StoreUnderTest.done());

        assertThat(it().state(heir)).isEqualTo(JobState.WAITING);
        assertThat(it().doAll()).containsExactly(first, heir);
    }

    @Test
    void a_key_goes_from_one_to_the_next_within_a_lane() {
        NewJob holder = inLane("alice", it().keyed(KeyScope.ACTIVE, "k", "{}"));
        it().insert(holder);
        Claim running = it().claimOne();
        JobId heir = it().insert(inLane("alice", it().again("k"))).id();
        JobId behind = it().addTo("alice");

        it().finish(running, it().retryIn(Duration.ZERO));

        assertThat(it().doAll()).containsExactly(holder.id(), heir, behind);
    }

    @Test
    void ends_of_a_batch_each_let_their_own_lane_go_on() {
        it().addTo("alice", 2);
        it().addTo("bob", 2);
        List<Claim> claims = it().claim(LIMITS, 1);

        it().store
                .finish(
                        claims.stream()
                                .map(claim -> new Finish(claim.id(), claim.fence(), StoreUnderTest.done()))
                                .toList(),
                        it().now());

        assertThat(it().claim(LIMITS, 1))
                .extracting(claim -> claim.turn().orElseThrow().sequence())
                .containsExactly(2L, 2L);
    }
}
