package dev.baton.testkit.store;

import static dev.baton.testkit.store.Limited.QUEUE;
import static dev.baton.testkit.store.Limited.TYPE;
import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.JobFilter;
import dev.baton.store.KeyCursor;
import dev.baton.store.Limit;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many jobs of a limit key run at once on all nodes, and how fast they begin; and all that holds for limits of all jobs together. */
abstract class LimitKeyContract extends LimitContract {

    private static final Limit EACH = TYPE.forEachKey();

    private JobId add(String key) {
        return add(key, it().now());
    }

    private JobId add(String key, Instant dueAt) {
        return it().insert(it().job(ROUTE.withKey(key), 0, dueAt)).id();
    }

    private List<JobId> add(String key, int howMany) {
        return IntStream.range(0, howMany).mapToObj(i -> add(key)).toList();
    }

    private String keyOf(Claim claim) {
        return it().store
                .find(claim.id(), it().now())
                .orElseThrow()
                .route()
                .limitKey()
                .orElse("");
    }

    private static List<JobId> ids(Claimed claimed) {
        return claimed.claims().stream().map(Claim::id).toList();
    }

    @Test
    void each_key_has_room_of_its_own_and_an_end_makes_room_for_its_key_alone() {
        Limited limited = Limited.to(it(), EACH.atOnce(2));
        List<JobId> red = add("red", 5);
        List<JobId> blue = add("blue", 3);

        List<Claim> first = limited.claim().claims();
        assertThat(first)
                .extracting(Claim::id)
                .containsExactlyInAnyOrder(red.get(0), red.get(1), blue.get(0), blue.get(1));
        assertThat(first).allMatch(claim -> claim.route().equals(ROUTE));
        Claimed nothing = limited.claim();
        assertThat(nothing.claims()).isEmpty();
        assertThat(nothing.nextDue()).as("somebody has to end first").isEmpty();
        assertThat(nothing.kept().full()).containsEntry(EACH.named(), 2);

        first.stream()
                .filter(claim -> claim.id().equals(red.get(1)))
                .forEach(claim -> it().finish(claim, StoreUnderTest.done()));
        assertThat(limited.claimIds()).containsExactly(red.get(2));
        assertThat(limited.claimCount()).isZero();
    }

    @Test
    void jobs_of_a_key_are_claimed_in_the_order_in_which_they_are_due() {
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        JobId late = add("red", it().now().minusSeconds(1));
        JobId early = add("red", it().now().minusSeconds(5));
        JobId urgent =
                it().insert(it().job(ROUTE.withKey("red"), 3, it().now())).id();

        var order = new ArrayList<JobId>();
        for (int i = 0; i < 3; i++) {
            Claim next = limited.claim().claims().get(0);
            order.add(next.id());
            it().finish(next, StoreUnderTest.done());
        }

        assertThat(order).containsExactly(urgent, early, late);
    }

    @Test
    void many_jobs_of_a_full_key_hold_up_no_other_key_and_nobody_without_one() {
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        it().store
                .insert(
                        IntStream.range(0, 300)
                                .mapToObj(i -> it().job(ROUTE.withKey("a"), 5, it().now()))
                                .toList(),
                        it().now());
        assertThat(limited.claimCount()).isEqualTo(1);
        JobId other = add("b");
        JobId none = it().add();
        JobId another = it().add();

        assertThat(ids(limited.claim(it().now(), 3))).containsExactlyInAnyOrder(other, none, another);
    }

    @Test
    void each_key_has_tokens_of_its_own_and_the_first_to_come_says_when_to_look() {
        Limited limited = Limited.to(it(), EACH.per(Duration.ofSeconds(10), 1).burst(2));
        add("red", 5);
        Instant start = it().now();
        assertThat(limited.claimCount()).isEqualTo(2);
        Instant later = start.plusSeconds(4);
        add("blue", later);

        Claimed claimed = limited.claim(later, 100);
        assertThat(claimed.claims()).hasSize(1);
        assertThat(claimed.nextDue()).contains(start.plusSeconds(10));
        assertThat(limited.claim(start.plusSeconds(9), 100).claims()).isEmpty();
        assertThat(limited.claim(start.plusSeconds(10), 100).claims()).hasSize(1);
        assertThat(it().store.limits().of(EACH, "red", start).orElseThrow().tokens(start.plusSeconds(20)))
                .contains(1);
        assertThat(it().store.limits().of(EACH, "blue", start).orElseThrow().tokens(later))
                .contains(1);
    }

    @Test
    void a_key_counts_for_its_type_and_its_queue_and_for_limits_of_all_jobs() {
        var elsewhere = new Route("mail", ROUTE.type(), 1);
        Limited limited = Limited.to(it(), EACH.atOnce(3), QUEUE.forEachKey().atOnce(2), TYPE.atOnce(6));
        add("red", 5);
        for (int i = 0; i < 5; i++) {
            it().insert(it().job(elsewhere.withKey("red"), 0, it().now()));
        }
        add("blue", 5);

        List<Claim> first = limited.claim(ROUTE, elsewhere).claims();
        assertThat(first).filteredOn(claim -> keyOf(claim).equals("red")).hasSize(3);
        assertThat(first).filteredOn(claim -> keyOf(claim).equals("blue")).hasSize(2);
        assertThat(first)
                .filteredOn(claim -> claim.route().equals(ROUTE) && keyOf(claim).equals("red"))
                .hasSizeBetween(1, 2);

        add("green", 5);
        assertThat(limited.claim(ROUTE, elsewhere).claims()).as("six in all").hasSize(1);
        assertThat(limited.view(EACH).inUse()).isEqualTo(6);
        assertThat(limited.view(TYPE).inUse()).isEqualTo(6);
    }

    @Test
    void who_says_no_limit_of_keys_takes_none_of_their_jobs_and_is_said_not_to() {
        JobId keyed = add("red");
        it().add();

        assertThat(it().claim(it().node(), 100).claims()).hasSize(1);
        assertThat(Limited.to(it(), TYPE.atOnce(5)).claimCount()).isZero();
        assertThat(it().store.situation(keyed, it().now()).orElseThrow().served())
                .isFalse();
        it().takeOver(ROUTE, ROUTE.withKey(""));
        assertThat(it().store.situation(keyed, it().now()).orElseThrow().served())
                .isTrue();
        assertThat(Limited.to(it(), EACH.atOnce(5)).claimIds()).containsExactly(keyed);
    }

    @Test
    void what_a_dead_node_held_of_a_key_makes_room_when_it_is_recovered_and_keeps_its_key() {
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        add("red", 2);
        assertThat(limited.claimCount()).isEqualTo(1);

        it().takeOver(ROUTE);
        assertThat(limited.claimCount()).isZero();
        it().store.recover(Optional.empty(), 100, it().now());

        assertThat(limited.view(EACH).inUse()).isZero();
        assertThat(limited.claimCount()).isEqualTo(1);
        assertThat(limited.claimCount()).isZero();
    }

    @Test
    void whatever_becomes_of_an_attempt_the_job_goes_on_counting_for_its_key() {
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        JobId job = add("red");
        it().finish(limited.claim().claims().get(0), it().retryIn(Duration.ZERO));
        Claim again = limited.claim().claims().get(0);
        it().finish(again, new Ending.Dead("NEVER", "it does not work"));
        JobId next = add("red");
        it().command(job, Act.RETRY);

        assertThat(ids(limited.claim())).hasSize(1).isSubsetOf(job, next);
        assertThat(limited.claimCount()).isZero();
        assertThat(it().store.find(job, it().now()).orElseThrow().route()).isEqualTo(ROUTE.withKey("red"));
        assertThat(it().store.list(JobFilter.ALL.queue(ROUTE.queue()), Optional.empty(), 10, it().now()))
                .hasSize(2);
    }

    @Test
    void jobs_of_a_lane_have_keys_too_and_come_one_by_one() {
        Limited limited = Limited.to(it(), EACH.atOnce(5));
        var lane = new ArrayList<JobId>();
        for (int i = 0; i < 3; i++) {
            NewJob job = it().job(ROUTE.withKey("red"), 0, it().now());
            lane.add(it().insert(StoreUnderTest.inLane("alice", job)).id());
        }

        for (JobId each : lane) {
            List<Claim> claims = it().store
                    .claim(limited.request(it().node(), 100, 10), it().now())
                    .claims();
            assertThat(claims).extracting(Claim::id).containsExactly(each);
            it().finish(claims.get(0), StoreUnderTest.done());
        }
    }

    @Test
    void keys_take_turns_however_few_jobs_a_claim_asks_for() {
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        for (int i = 0; i < 40; i++) {
            add("key-" + i, 3);
        }

        var served = new HashSet<String>();
        KeyCursor cursor = KeyCursor.START;
        for (int i = 0; i < 15; i++) {
            Claimed claimed =
                    it().store.claim(limited.request(it().node(), 4, 1).from(cursor), it().now());
            cursor = claimed.kept().next();
            claimed.claims().forEach(claim -> {
                served.add(keyOf(claim));
                it().finish(claim, StoreUnderTest.done());
            });
        }

        assertThat(served).as("4 of 40 in each of 15 claims").hasSize(40);
    }

    @Test
    void a_look_at_more_keys_than_one_claim_may_see_goes_on_with_the_next_and_comes_to_an_end() {
        Limited limited = Limited.to(it(), EACH.per(Duration.ofDays(1), 1));
        it().store
                .insert(
                        IntStream.range(0, 1100)
                                .mapToObj(i -> it().job(ROUTE.withKey("key-" + i % 550), 0, it().now()))
                                .toList(),
                        it().now());
        int claimed = 0;
        KeyCursor cursor = KeyCursor.START;
        for (int i = 0; i < 12; i++) {
            Claimed some =
                    it().store.claim(limited.request(it().node(), 1000, 1).from(cursor), it().now());
            cursor = some.kept().next();
            claimed += some.claims().size();
        }
        assertThat(claimed).isEqualTo(550);
        JobId last = add("last");

        Claimed first = limited.claim();
        assertThat(first.claims()).as("500 full keys stand before it").isEmpty();
        assertThat(first.nextDue()).contains(it().now().plusMillis(1));
        Claimed second = it().store
                .claim(limited.request(it().node(), 100, 1).from(first.kept().next()), it().now());
        assertThat(ids(second)).containsExactly(last);
        Claimed third = limited.claim();
        Claimed fourth = it().store
                .claim(limited.request(it().node(), 100, 1).from(third.kept().next()), it().now());
        assertThat(fourth.kept().next()).isEqualTo(KeyCursor.START);
        assertThat(fourth.nextDue().orElseThrow()).isAfter(it().now().plusSeconds(60));
    }

    @Test
    void jobs_that_are_named_are_kept_to_the_limits_of_their_keys() {
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        add("blue", 2);
        List<JobId> red = add("red", 2);
        JobId done = add("red");
        it().command(done, Act.CANCEL);

        Claimed named = it().store.claim(limited.request(it().node(), 100, 1).only(Set.copyOf(red)), it().now());

        assertThat(named.claims()).hasSize(1).allMatch(claim -> red.contains(claim.id()));
        assertThat(it().state(done)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void a_limit_of_keys_that_is_changed_holds_for_all_of_them_and_one_never_declared_leaves_no_room() {
        add("red", 5);
        assertThat(new Limited(it(), List.of(EACH.atOnce(1))).claimCount()).isZero();
        Limited limited = Limited.to(it(), EACH.atOnce(1));
        assertThat(limited.claimCount()).isEqualTo(1);

        assertThat(it().store.limits().change(EACH.atOnce(3), BY, it().now())).isTrue();
        assertThat(limited.claimCount()).isEqualTo(2);
        it().store.limits().change(EACH, BY, it().now());
        assertThat(limited.claimCount()).isEqualTo(2);

        assertThat(it().store.limits().change(QUEUE.forEachKey(), BY, it().now()))
                .isFalse();
    }
}
