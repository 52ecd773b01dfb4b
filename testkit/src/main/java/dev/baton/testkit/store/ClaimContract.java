package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.ClaimRequest.Cap;
import dev.baton.store.Claimed;
import dev.baton.store.JobView;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Taking jobs. */
abstract class ClaimContract {

    private static final Route OTHER = new Route("default", "invoice.send", 1);

    abstract StoreUnderTest it();

    private JobId add(Route route, int priority, int secondsFromNow) {
        return it().insert(it().job(route, priority, it().now().plusSeconds(secondsFromNow)))
                .id();
    }

    private List<JobId> claimedIds(int total, Route... routes) {
        return it().claim(it().node(), total, routes).claims().stream()
                .map(Claim::id)
                .toList();
    }

    @Test
    @Tag("R-004-21")
    void a_retry_can_be_claimed_when_its_time_has_come_and_not_a_moment_before() {
        JobId id = it().add();
        it().finish(it().claimOne(), it().retryIn(Duration.ofMinutes(2)));

        it().advance(Duration.ofMinutes(2).minusNanos(1_000));
        assertThat(it().claimable()).isEmpty();
        it().advance(Duration.ofNanos(1_000));
        assertThat(it().claimable()).containsExactly(id);
    }

    @Test
    @Tag("R-000-57")
    @Tag("R-003-36")
    void larger_priorities_come_first_then_the_longest_due_then_the_oldest() {
        JobId low = add(ROUTE, -1, 0);
        JobId dueLater = add(ROUTE, 5, 1);
        JobId first = add(ROUTE, 5, 0);
        JobId second = add(ROUTE, 5, 0);
        JobId high = add(ROUTE, 10, 1);
        it().advance(Duration.ofSeconds(1));

        assertThat(claimedIds(10)).containsExactly(high, first, second, dueLater, low);
    }

    @Test
    @Tag("R-000-77")
    @Tag("R-003-41")
    void a_job_is_not_claimed_before_its_time_and_is_at_exactly_that_time() {
        JobId later = add(ROUTE, 0, 60);

        Claimed tooEarly = it().claim(it().node(), 10);
        assertThat(tooEarly)
                .isEqualTo(new Claimed(List.of(), Optional.of(it().now().plusSeconds(60))));

        it().advance(Duration.ofSeconds(60).minusMillis(1));
        assertThat(claimedIds(10)).isEmpty();
        it().advance(Duration.ofMillis(1));
        assertThat(claimedIds(10)).containsExactly(later);
    }

    @Test
    void only_the_asked_routes_are_looked_at() {
        JobId mine = add(ROUTE, 0, 0);
        add(OTHER, 10, 0);
        add(new Route("default", "receipt.send", 2), 10, 0);
        add(new Route("mail", "receipt.send", 1), 10, 0);

        assertThat(claimedIds(10)).containsExactly(mine);
    }

    @Test
    void who_names_jobs_gets_none_but_these_however_many_others_come_first() {
        for (int i = 0; i < 30; i++) {
            add(ROUTE, 10, -60);
        }
        JobId named = add(ROUTE, 0, 0);
        JobId later = add(ROUTE, 0, 60);
        JobId ofAnotherRoute = add(OTHER, 0, 0);
        var everybody =
                new ClaimRequest(it().node(), Map.of(ROUTE, LIMITS), List.of(), 5, true, new ClaimRequest.Share(0, 10));

        Claimed claimed = it().store.claim(everybody.only(Set.of(named, later, ofAnotherRoute)), it().now());

        assertThat(claimed.claims()).extracting(Claim::id).containsExactly(named);
        assertThat(claimed.nextDue()).contains(it().now().plusSeconds(60));
        assertThat(it().store.claim(everybody.only(Set.of()), it().now()))
                .isEqualTo(new Claimed(List.of(), Optional.empty()));
    }

    @Test
    void a_named_job_brings_nobody_of_its_lane_along_and_does_not_come_if_it_is_switched_off() {
        JobId inLane = it().insert(it().inLane("alice")).id();
        JobId behind = it().insert(it().inLane("alice")).id();
        JobId off = add(ROUTE, 0, 0);
        var everybody = new ClaimRequest(
                it().node(), Map.of(ROUTE, LIMITS.replayed()), List.of(), 5, true, new ClaimRequest.Share(0, 10));

        Claimed claimed = it().store.claim(everybody.only(Set.of(inLane)), it().now());
        assertThat(claimed.claims()).extracting(Claim::id).containsExactly(inLane);

        it().turnOff(Switch.type(ROUTE.type()));
        assertThat(it().store.claim(everybody.only(Set.of(off)), it().now()).claims())
                .isEmpty();
        assertThat(it().find(behind).standing().state()).isEqualTo(JobState.WAITING);
    }

    @Test
    void no_more_are_claimed_than_every_cap_and_the_total_allow() {
        for (int i = 0; i < 5; i++) {
            add(ROUTE, 1, 0);
            add(OTHER, 0, 0);
        }
        var both = Map.of(ROUTE, LIMITS, OTHER, LIMITS);
        var caps = List.of(new Cap(Set.of(ROUTE), 2), new Cap(Set.of(ROUTE, OTHER), 6));

        Claimed claimed = it().claim(caps, 5, both);

        assertThat(claimed.claims()).extracting(Claim::route).containsExactly(ROUTE, ROUTE, OTHER, OTHER, OTHER);
        assertThat(claimed.nextDue()).as("there was no room for the rest").contains(it().now());
        assertThat(it().claim(List.of(new Cap(Set.of(ROUTE), 0)), 5, Map.of(ROUTE, LIMITS))
                        .claims())
                .isEmpty();
    }

    @Test
    @Tag("R-003-36")
    void a_claim_says_everything_a_handler_needs_and_the_first_attempt_is_number_one() {
        var job = it().job();
        it().insert(job);

        Claim claim = it().claimOne();

        assertThat(claim.id()).isEqualTo(job.id());
        assertThat(claim.route()).isEqualTo(ROUTE);
        assertThat(claim.payload()).isEqualTo(job.payload());
        assertThat(claim.tally().attempts()).isEqualTo(1);
        assertThat(claim.dueAt()).isEqualTo(job.urgency().dueAt());
        assertThat(it().state(job.id())).isEqualTo(JobState.RUNNING);
        assertThat(it().find(job.id()).standing().hold().orElseThrow().owner()).isEqualTo(it().node());
    }

    @Test
    void each_claim_carries_a_larger_fence_than_any_before() {
        List<Long> fences = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            it().add();
            Claim claim = it().claimOne();
            fences.add(claim.fence());
            it().finish(claim, i % 2 == 0 ? StoreUnderTest.done() : it().retryIn(Duration.ofDays(1)));
        }

        assertThat(fences).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_node_that_is_not_live_gets_nothing() {
        it().add();
        NodeId gone = it().node();
        it().loseNode();

        assertThat(it().claim(gone, 10).claims()).isEmpty();
        assertThat(claimedIds(10)).hasSize(1);
    }

    @Test
    void nothing_is_claimed_from_a_paused_queue_until_it_is_resumed() {
        JobId job = it().add();
        it().turnOff(Switch.pause("default"));
        assertThat(it().store.switches()).containsExactly(Switch.pause("default"));
        assertThat(claimedIds(10)).isEmpty();

        it().turnOn(Switch.pause("default"));
        assertThat(it().store.switches()).isEmpty();
        assertThat(claimedIds(10)).containsExactly(job);
    }

    @Test
    void a_job_that_was_lost_before_comes_alone() {
        JobId lost = it().add();
        it().claimOne();
        it().loseNode();
        JobId neighbour = it().add();

        assertThat(claimedIds(10)).containsExactly(lost);
        assertThat(claimedIds(10)).containsExactly(neighbour);
    }

    @Test
    void one_that_must_not_be_lost_again_comes_only_to_those_who_have_no_other_such() {
        JobId twice = it().add();
        it().claimOne();
        it().loseNode();
        it().claimOne();
        it().loseNode();
        JobId once = it().add();
        assertThat(claimedWithoutLastChances()).containsExactly(once);
        it().loseNode();
        JobId fresh = it().add();

        assertThat(claimedWithoutLastChances()).containsExactly(once);
        assertThat(claimedWithoutLastChances()).containsExactly(fresh);
        assertThat(claimedWithoutLastChances()).isEmpty();
        assertThat(it().claimOne().id()).isEqualTo(twice);
    }

    @Test
    void one_whose_attempts_would_be_used_up_by_another_loss_must_not_be_lost_either() {
        JobId job = it().add();
        it().claimOne();
        it().loseNode();
        for (int i = 0; i < 3; i++) {
            it().finish(it().claimOne(), it().retryIn(Duration.ZERO));
        }

        assertThat(it().find(job).standing().tally()).isEqualTo(new JobView.Tally(4, 3, 1));
        assertThat(claimedWithoutLastChances()).isEmpty();
        assertThat(it().claimOne().id()).isEqualTo(job);
    }

    private List<JobId> claimedWithoutLastChances() {
        var request =
                new ClaimRequest(it().node(), Map.of(ROUTE, LIMITS), List.of(), 10, false, ClaimRequest.Share.FIRST);
        return it().store.claim(request, it().now()).claims().stream()
                .map(Claim::id)
                .toList();
    }

    @Test
    void many_lost_jobs_do_not_keep_fresh_ones_behind_them_from_being_claimed() {
        for (int i = 0; i < 30; i++) {
            it().add();
        }
        it().claim(it().node(), 30);
        it().loseNode();
        it().advance(Duration.ofSeconds(1));
        add(ROUTE, 10, 0);
        for (int i = 0; i < 20; i++) {
            it().add();
        }

        assertThat(claimedIds(10)).hasSize(10);
    }

    @Test
    void a_lost_job_behind_others_waits_for_a_claim_of_its_own() {
        JobId lost = it().add();
        it().claimOne();
        it().loseNode();
        JobId urgent = add(ROUTE, 10, 0);

        assertThat(claimedIds(10)).containsExactly(urgent);
        assertThat(claimedIds(10)).containsExactly(lost);
    }

    @Test
    @Tag("R-002-30")
    @Tag("R-002-31")
    @Tag("R-000-58")
    @Tag("R-003-37")
    @Tag("R-003-38")
    void of_many_claimers_at_once_no_two_get_the_same_job() throws Exception {
        int jobs = 200;
        for (int i = 0; i < jobs; i++) {
            it().add();
        }
        Callable<List<Claim>> claimer = () -> {
            List<Claim> claims = new ArrayList<>();
            for (List<Claim> got = it().claim(it().node(), 7).claims();
                    !got.isEmpty();
                    got = it().claim(it().node(), 7).claims()) {
                claims.addAll(got);
            }
            return claims;
        };

        List<Claim> claims = AtOnce.run(Collections.nCopies(4, claimer)).stream()
                .flatMap(List::stream)
                .toList();

        assertThat(claims).hasSize(jobs);
        assertThat(claims).extracting(Claim::id).doesNotHaveDuplicates();
    }
}
