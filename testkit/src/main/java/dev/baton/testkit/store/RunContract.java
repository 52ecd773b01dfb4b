package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.ClaimRequest.Cap;
import dev.baton.store.Ending;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several jobs of a lane claimed in a row; how their ends keep the order says {@link RunEndContract}. */
abstract class RunContract {

    private static final Terms IN_RUNS = LIMITS.replayed();
    private static final Terms PASSED_OVER = IN_RUNS.parkedHead(ParkedHead.PASSED_OVER);
    private static final Route OTHER = new Route("default", "invoice.send", 1);

    abstract StoreUnderTest it();

    private List<JobId> run(int most) {
        return it().claim(IN_RUNS, most).stream().map(Claim::id).toList();
    }

    private JobId later(String lane) {
        return it().insert(inLane(lane, it().job(ROUTE, 0, it().now().plusSeconds(60))))
                .id();
    }

    @Test
    void a_run_takes_the_first_of_a_lane_in_their_order_and_no_more_than_asked_for() {
        List<JobId> jobs = it().addTo("alice", 5);

        List<Claim> claims = it().claim(IN_RUNS, 3);

        assertThat(claims).extracting(Claim::id).isEqualTo(jobs.subList(0, 3));
        assertThat(claims).extracting(Claim::fence).containsOnly(claims.get(0).fence());
        assertThat(claims)
                .extracting(claim -> claim.turn().orElseThrow().sequence())
                .containsExactly(1L, 2L, 3L);
        assertThat(run(3)).as("while one runs, no other begins").isEmpty();
    }

    @Test
    void what_follows_a_run_begins_when_all_of_it_has_ended() {
        List<JobId> jobs = it().addTo("alice", 3);
        List<Claim> claims = it().claim(IN_RUNS, 2);

        it().finish(claims.get(0), StoreUnderTest.done());
        assertThat(run(2)).isEmpty();
        it().finish(claims.get(1), StoreUnderTest.done());
        assertThat(run(2)).containsExactly(jobs.get(2));
    }

    @Test
    void without_a_lane_or_where_no_more_than_one_is_asked_for_there_are_no_runs() {
        it().addTo("alice", 2);
        it().add();
        it().add();

        List<Claim> alone = it().claim(IN_RUNS, 1);
        assertThat(alone).as("a head, and two without a lane").hasSize(3);
        alone.forEach(claim -> it().finish(claim, new Ending.Unstarted(claim.dueAt())));

        assertThat(run(10)).as("the lane's two, and the others").hasSize(4);
    }

    @Test
    void a_job_of_another_route_cuts_a_run() {
        JobId first = it().addTo("alice");
        it().insert(inLane("alice", it().job(OTHER, 0, it().now())));
        it().addTo("alice");

        Map<Route, Terms> both = Map.of(ROUTE, IN_RUNS, OTHER, IN_RUNS);
        var request = new ClaimRequest(it().node(), both, List.of(), 10, true, new ClaimRequest.Share(0, 10));

        assertThat(it().store.claim(request, it().now()).claims())
                .extracting(Claim::id)
                .containsExactly(first);
    }

    @Test
    void a_job_that_is_not_due_cuts_a_run() {
        JobId first = it().addTo("alice");
        later("alice");
        it().addTo("alice");

        assertThat(run(10)).containsExactly(first);
    }

    @Test
    void a_job_that_waits_for_its_key_cuts_a_run() {
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        it().claimOne();
        JobId first = it().addTo("alice");
        it().insert(inLane("alice", it().again("k")));
        it().addTo("alice");

        assertThat(run(10)).containsExactly(first);
    }

    @Test
    void a_job_that_failed_or_is_in_doubt_begins_alone_and_cuts_a_run() {
        List<JobId> failed = it().addTo("failed", 3);
        List<JobId> doubted = it().addTo("doubted", 3);
        List<Claim> claims = it().claim(IN_RUNS, 2);
        List<Ending> endings = List.of(
                new Ending.Unstarted(it().now()),
                it().retryIn(Duration.ZERO),
                new Ending.Unstarted(it().now()),
                new Ending.Unknown(it().now(), "NO_ANSWER", "", false));
        for (int i = 0; i < 4; i++) {
            it().finish(claims.get(i), endings.get(i));
        }

        List<Claim> heads = it().claim(IN_RUNS, 10);
        assertThat(heads).extracting(Claim::id).containsExactly(failed.get(0), doubted.get(0));
        heads.forEach(head -> it().finish(head, StoreUnderTest.done()));
        assertThat(run(10)).as("the second ones").containsExactlyInAnyOrder(failed.get(1), doubted.get(1));
    }

    @Test
    void a_job_that_was_lost_begins_alone() {
        List<JobId> jobs = it().addTo("alice", 3);
        run(2);
        it().loseNode();

        assertThat(run(10)).containsExactly(jobs.get(0));
    }

    @Test
    void a_job_that_was_lost_cuts_a_run() {
        List<JobId> jobs = it().addTo("alice", 3);
        List<Claim> claims = it().claim(IN_RUNS, 3);
        it().takeOver(ROUTE);
        it().store.recover(Optional.of(jobs.get(0)), 1, it().now());
        it().finish(claims.get(0), new Ending.Unstarted(it().now()));
        it().finish(claims.get(2), new Ending.Unstarted(it().now()));

        assertThat(run(10)).containsExactly(jobs.get(0));
    }

    @Test
    void a_parked_job_that_blocks_cuts_a_run_and_one_that_is_passed_over_does_not() {
        List<JobId> jobs = it().addTo("alice", 4);
        it().finish(it().claimOne(PASSED_OVER), new Ending.Dead("NEVER", ""));
        it().finish(it().claimOne(PASSED_OVER), new Ending.Dead("NEVER", ""));
        it().command(jobs.get(0), Act.RETRY);
        assertThat(run(10)).containsExactly(jobs.get(0), jobs.get(2), jobs.get(3));

        List<JobId> others = it().addTo("bob", 3);
        it().finish(it().claimOne(PASSED_OVER), new Ending.Dead("NEVER", ""));
        it().finish(it().claimOne(IN_RUNS), new Ending.Dead("NEVER", ""));
        it().command(others.get(0), Act.RETRY);
        assertThat(run(10)).containsExactly(others.get(0));
    }

    @Test
    void the_jobs_of_a_run_count_as_one_for_the_total_and_for_caps() {
        List<JobId> alices = it().addTo("alice", 3);
        List<JobId> bobs = it().addTo("bob", 3);
        it().addTo("carol", 3);
        var share = new ClaimRequest.Share(0, 3);
        var both = new Cap(Set.of(ROUTE), 2);
        var capped = new ClaimRequest(it().node(), Map.of(ROUTE, IN_RUNS), List.of(both), 10, true, share);
        var one = new ClaimRequest(it().node(), Map.of(ROUTE, IN_RUNS), List.of(), 1, true, share);

        List<Claim> ofTwoLanes = it().store.claim(capped, it().now()).claims();

        assertThat(ofTwoLanes.subList(0, 3)).extracting(Claim::id).isEqualTo(alices);
        assertThat(ofTwoLanes.subList(3, 6)).extracting(Claim::id).isEqualTo(bobs);
        assertThat(it().store.claim(one, it().now()).claims()).hasSize(3);
    }

    @Test
    void the_rest_of_a_run_that_is_given_back_is_as_if_it_had_never_been_claimed() {
        List<JobId> jobs = it().addTo("alice", 3);
        List<Claim> claims = it().claim(IN_RUNS, 3);

        it().finish(claims.get(0), it().retryIn(Duration.ofSeconds(60)));
        claims.subList(1, 3).forEach(claim -> it().finish(claim, new Ending.Unstarted(claim.dueAt())));

        assertThat(jobs.subList(1, 3)).allSatisfy(job -> {
            assertThat(it().state(job)).isEqualTo(JobState.WAITING);
            assertThat(it().store.attempts(job)).isEmpty();
            assertThat(it().find(job).standing().tally().attempts()).isZero();
        });
        assertThat(it().claimable()).as("until the first is due").isEmpty();
        it().advance(Duration.ofSeconds(60));
        assertThat(it().doAll()).isEqualTo(jobs);
    }

    @Test
    void one_that_is_cancelled_within_a_run_ends_and_the_others_go_on() {
        List<JobId> jobs = it().addTo("alice", 3);
        List<Claim> claims = it().claim(IN_RUNS, 3);
        it().command(jobs.get(1), Act.CANCEL);

        it().finish(claims.get(0), StoreUnderTest.done());
        assertThat(it().finish(claims.get(1), new Ending.Unstarted(it().now())).state())
                .contains(JobState.CANCELLED);
        assertThat(it().finish(claims.get(2), StoreUnderTest.done()).state()).contains(JobState.DONE);
    }

    @Test
    void one_that_is_killed_within_a_run_ends_and_the_others_go_on() {
        List<JobId> jobs = it().addTo("alice", 3);
        List<Claim> claims = it().claim(IN_RUNS, 3);
        it().command(jobs.get(0), Act.KILL);

        assertThat(it().kinds(jobs.get(0))).containsExactly(Kind.KILLED, Kind.CANCELLED);
        assertThat(it().finish(claims.get(1), StoreUnderTest.done()).state()).contains(JobState.DONE);
        assertThat(it().finish(claims.get(2), StoreUnderTest.done()).state()).contains(JobState.DONE);
    }
}
