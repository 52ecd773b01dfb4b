package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.ClaimRequest.Cap;
import dev.baton.store.Ending;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Everybody gets a share. */
abstract class FairnessContract {

    private static final Route A1 = new Route("a", "one", 1);
    private static final Route A2 = new Route("a", "two", 1);
    private static final Route A3 = new Route("a", "two", 2);
    private static final Route B1 = new Route("b", "one", 1);
    private static final Route C1 = new Route("c", "one", 1);
    private static final List<Route> ALL = List.of(A1, A2, A3, B1, C1);

    abstract StoreUnderTest it();

    private JobId add(Route route, int priority) {
        return it().insert(it().job(route, priority, it().now())).id();
    }

    private void addMany(Route route, int howMany) {
        it().store
                .insert(
                        IntStream.range(0, howMany)
                                .mapToObj(i -> it().job(route, 0, it().now()))
                                .toList(),
                        it().now());
    }

    private void addManyTo(String lane, int priority, int howMany) {
        it().store
                .insert(
                        IntStream.range(0, howMany)
                                .mapToObj(i -> inLane(lane, it().job(A1, priority, it().now())))
                                .toList(),
                        it().now());
    }

    private List<Claim> claim(long turn, int total, List<Cap> caps, List<Route> routes) {
        Map<Route, Terms> terms = new HashMap<>();
        routes.forEach(route -> terms.put(route, LIMITS));
        var request = new ClaimRequest(it().node(), terms, caps, total, true, new ClaimRequest.Share(turn, 1));
        return it().store.claim(request, it().now()).claims();
    }

    private List<Route> routes(long turn, int total) {
        return claim(turn, total, List.of(), ALL).stream().map(Claim::route).toList();
    }

    @Test
    void queues_take_turns_a_job_each_however_many_one_of_them_has() {
        addMany(A1, 50);
        addMany(B1, 2);
        addMany(C1, 1);

        assertThat(routes(0, 7)).containsExactly(A1, B1, C1, A1, B1, A1, A1);
    }

    @Test
    void another_queue_is_first_in_each_claim_so_that_one_at_a_time_is_fair_too() {
        addMany(A1, 10);
        addMany(B1, 10);
        addMany(C1, 10);

        List<Route> taken = new ArrayList<>();
        for (int turn = 0; turn < 6; turn++) {
            taken.addAll(routes(turn, 1));
        }

        assertThat(taken).containsExactly(A1, B1, C1, A1, B1, C1);
    }

    @Test
    void another_type_of_a_queue_is_first_when_the_queue_has_its_turn_again() {
        addMany(A1, 10);
        addMany(A2, 10);
        addMany(A3, 10);

        List<Route> taken = new ArrayList<>();
        for (int turn = 0; turn < 6; turn++) {
            taken.addAll(claim(turn, 1, List.of(), List.of(A1, A2, A3)).stream()
                    .map(Claim::route)
                    .toList());
        }

        assertThat(taken).containsExactly(A1, A2, A3, A1, A2, A3);
    }

    @Test
    void within_a_claim_the_types_of_a_queue_take_turns() {
        addMany(A1, 50);
        addMany(A2, 2);

        assertThat(routes(0, 5)).containsExactly(A1, A2, A1, A2, A1);
        assertThat(routes(3, 3)).as("of the next turn of this queue").containsExactly(A1, A1, A1);
    }

    @Test
    void the_larger_priority_goes_first_within_its_queue_and_not_before_other_queues() {
        JobId low = add(A1, -1);
        JobId normal = add(A2, 0);
        JobId high = add(A3, 9);
        JobId elsewhere = add(B1, -9);

        assertThat(claim(0, 10, List.of(), ALL)).extracting(Claim::id).containsExactly(high, elsewhere, normal, low);
    }

    @Test
    void within_a_type_the_longest_due_goes_first_and_then_the_oldest() {
        JobId second = it().insert(it().job(A1, 0, it().now().minusSeconds(1))).id();
        JobId third = it().insert(it().job(A1, 0, it().now().minusSeconds(1))).id();
        JobId first = it().insert(it().job(A1, 0, it().now().minusSeconds(2))).id();

        assertThat(claim(0, 10, List.of(), ALL)).extracting(Claim::id).containsExactly(first, second, third);
    }

    @Test
    void a_queue_that_is_full_leaves_its_turn_to_the_others() {
        addMany(A1, 5);
        addMany(B1, 5);
        var full = new Cap(Set.of(A1, A2, A3), 1);

        assertThat(claim(0, 4, List.of(full), ALL)).extracting(Claim::route).containsExactly(A1, B1, B1, B1);
    }

    @Test
    void a_route_without_room_keeps_its_place_in_the_order_of_turns() {
        addMany(A1, 5);
        addMany(A2, 5);
        var closed = new Cap(Set.of(A1), 0);

        assertThat(claim(0, 2, List.of(closed), ALL)).extracting(Claim::route).containsExactly(A2, A2);
        assertThat(claim(0, 1, List.of(closed), List.of(A1, B1))).isEmpty();
    }

    @Test
    void a_hot_lane_takes_one_place_and_leaves_the_others_to_those_behind_it() {
        addManyTo("hot", 0, 100);
        JobId cold = it().insert(inLane("cold", it().job(A1, 0, it().now()))).id();
        JobId free = add(A1, 0);

        assertThat(claim(0, 3, List.of(), ALL)).extracting(Claim::id).hasSize(3).contains(cold, free);
    }

    @Test
    void a_blocked_lane_of_urgent_jobs_is_in_nobodys_way() {
        addManyTo("stuck", 9, 50);
        it().finish(claim(0, 1, List.of(), ALL).get(0), new Ending.Dead("NEVER", ""));
        JobId free = add(A1, 0);

        assertThat(claim(1, 10, List.of(), ALL)).extracting(Claim::id).containsExactly(free);
    }

    @Test
    void nobody_starves_however_the_backlogs_are_spread() {
        addMany(A1, 200);
        addMany(B1, 200);
        Set<JobId> few = new HashSet<>(List.of(add(A2, 0), add(A3, 0), add(C1, 0)));

        for (int turn = 0; turn < ALL.size() * 3; turn++) {
            claim(turn, 1, List.of(), ALL).forEach(claim -> few.remove(claim.id()));
        }

        assertThat(few).isEmpty();
    }

    @Test
    void one_that_was_lost_gets_its_turn_among_many_that_were_not() {
        JobId lost = add(A2, 0);
        claim(0, 1, List.of(), ALL);
        it().loseNode();
        addMany(A1, 100);
        addMany(B1, 100);

        Set<JobId> alone = new HashSet<>();
        for (int turn = 0; turn < 12; turn++) {
            List<Claim> claims = claim(turn, 3, List.of(), ALL);
            if (claims.size() == 1) {
                alone.add(claims.get(0).id());
            }
        }

        assertThat(alone).containsExactly(lost);
    }
}
