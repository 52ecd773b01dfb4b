package dev.baton.testkit.store;

import static dev.baton.testkit.store.Limited.QUEUE;
import static dev.baton.testkit.store.Limited.TYPE;
import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.ActionView;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many jobs run at once on all nodes. */
abstract class LimitContract {

    private static final Route OTHER = new Route("mail", "invoice.send", 1);

    abstract StoreUnderTest it();

    @Test
    void no_more_run_at_once_than_a_limit_says_and_an_end_makes_room_for_one() {
        Limited limited = Limited.to(it(), TYPE.atOnce(3));
        limited.add(10);

        List<Claim> first = limited.claim().claims();
        assertThat(first).hasSize(3);
        assertThat(limited.claimCount()).isZero();

        it().finish(first.get(0), StoreUnderTest.done());
        it().finish(first.get(1), it().retryIn(Duration.ofHours(1)));
        assertThat(limited.claimCount()).isEqualTo(2);
        assertThat(limited.claimCount()).isZero();
    }

    @Test
    void a_full_limit_leaves_nothing_to_look_for_until_somebody_ends() {
        Limited limited = Limited.to(it(), TYPE.atOnce(1));
        limited.add(5);

        Claimed claimed = limited.claim();

        assertThat(claimed.claims()).hasSize(1);
        assertThat(claimed.nextDue()).isEmpty();
        Claimed nothing = limited.claim();
        assertThat(nothing.claims()).isEmpty();
        assertThat(nothing.nextDue()).isEmpty();
        assertThat(nothing.kept().full()).containsEntry(TYPE.named(), 1);
    }

    @Test
    void what_another_route_has_due_is_claimed_and_told_of_whatever_a_limit_says() {
        Limited limited = Limited.to(it(), TYPE.atOnce(1));
        limited.add(5);
        JobId other = it().insert(it().job(OTHER, 0, it().now())).id();
        JobId another = it().insert(it().job(OTHER, 0, it().now())).id();

        Claimed claimed = limited.claim(it().now(), 2, ROUTE, OTHER);

        assertThat(claimed.claims()).extracting(Claim::id).hasSize(2).contains(other);
        assertThat(claimed.nextDue()).contains(it().now());
        assertThat(limited.claim(ROUTE, OTHER).claims()).extracting(Claim::id).containsExactly(another);
    }

    @Test
    void a_job_counts_for_its_type_and_for_its_queue_and_the_smaller_room_decides() {
        var elsewhere = new Route("mail", ROUTE.type(), 1);
        Limited limited = Limited.to(it(), TYPE.atOnce(4), QUEUE.atOnce(2));
        limited.add(10);
        for (int i = 0; i < 10; i++) {
            it().insert(it().job(elsewhere, 0, it().now()));
        }

        assertThat(limited.claim(ROUTE).claims()).hasSize(2);
        assertThat(limited.claim(ROUTE, elsewhere).claims())
                .hasSize(2)
                .allMatch(claim -> claim.route().equals(elsewhere));
        assertThat(limited.claim(ROUTE, elsewhere).claims()).isEmpty();
        assertThat(limited.view(TYPE).inUse()).isEqualTo(4);
        assertThat(limited.view(QUEUE).inUse()).isEqualTo(2);
    }

    @Test
    void what_a_dead_node_held_makes_room_when_it_is_recovered_and_no_sooner() {
        Limited limited = Limited.to(it(), TYPE.atOnce(2));
        limited.add(5);
        assertThat(limited.claimCount()).isEqualTo(2);

        it().takeOver(ROUTE);
        assertThat(limited.claimCount()).isZero();

        it().store.recover(Optional.empty(), 100, it().now());
        assertThat(limited.view(TYPE).inUse()).isZero();
        assertThat(limited.claimCount() + limited.claimCount()).isEqualTo(2);
        assertThat(limited.claimCount()).isZero();
    }

    @Test
    void what_is_killed_or_given_back_makes_room() {
        Limited limited = Limited.to(it(), TYPE.atOnce(2));
        limited.add(5);
        List<Claim> first = limited.claim().claims();

        it().command(first.get(0).id(), Act.KILL);
        it().finish(first.get(1), new Ending.Unstarted(it().now()));

        List<Claim> next = limited.claim().claims();
        assertThat(next).hasSize(2);
        assertThat(next.get(0).id())
                .as("it is the oldest again")
                .isEqualTo(first.get(1).id());
        assertThat(limited.claimCount()).isZero();
    }

    @Test
    void what_ends_in_a_transaction_of_its_handlers_makes_room_when_that_is_committed() {
        Limited limited = Limited.to(it(), TYPE.atOnce(1));
        limited.add(2);
        Claim first = limited.claim().claims().get(0);

        try (CallerTransaction transaction = it().begin()) {
            it().store
                    .finish(
                            transaction.handle(),
                            new Finish(first.id(), first.fence(), StoreUnderTest.done()),
                            it().now());
            transaction.commit();
        }

        assertThat(limited.claimCount()).isEqualTo(1);
    }

    @Test
    void of_a_lane_under_a_limit_one_is_claimed_at_a_time() {
        Limited limited = Limited.to(it(), TYPE.atOnce(3));
        it().addTo("alice", 5);

        assertThat(it().store
                        .claim(limited.request(it().node(), 10, 10), it().now())
                        .claims())
                .hasSize(1);
        assertThat(limited.view(TYPE).inUse()).isEqualTo(1);
    }

    @Test
    void a_limit_that_nobody_declared_leaves_no_room_and_is_looked_for_again_soon() {
        var limited = new Limited(it(), List.of(TYPE.atOnce(3)));
        limited.add(1);

        Claimed claimed = limited.claim();

        assertThat(claimed.claims()).isEmpty();
        assertThat(claimed.nextDue())
                .hasValueSatisfying(next ->
                        assertThat(next).isAfter(it().now()).isBefore(it().now().plusSeconds(1)));
    }

    @Test
    void who_names_no_limit_is_kept_to_none_and_counts_for_none() {
        Limited limited = Limited.to(it(), TYPE.atOnce(1));
        limited.add(5);

        assertThat(it().claim(List.of(), 3, Map.of(ROUTE, LIMITS)).claims()).hasSize(3);

        assertThat(limited.view(TYPE).inUse()).isZero();
        assertThat(limited.claimCount()).isEqualTo(1);
    }

    @Test
    void a_limit_that_code_says_anew_holds_from_then_on_and_what_runs_counts_for_it() {
        Limited limited = Limited.to(it(), TYPE.atOnce(2));
        limited.add(10);
        assertThat(limited.claimCount()).isEqualTo(2);

        assertThat(Limited.to(it(), TYPE.atOnce(5)).claimCount()).isEqualTo(3);
        assertThat(Limited.to(it(), TYPE.atOnce(1)).claimCount()).isZero();
        assertThat(limited.view(TYPE).limit()).isEqualTo(TYPE.atOnce(1));
    }

    @Test
    void what_an_operator_changed_is_recorded_and_stays_until_code_says_something_else() {
        Limited limited = Limited.to(it(), TYPE.atOnce(1));
        limited.add(10);

        assertThat(it().store.limits().change(TYPE.atOnce(3), BY, it().now())).isTrue();
        Limited.to(it(), TYPE.atOnce(1));

        assertThat(limited.claimCount()).isEqualTo(3);
        ActionView action = it().store.actions(1).get(0);
        assertThat(action)
                .isEqualTo(new ActionView(
                        LimitBook.CHANGED,
                        "type receipt.send",
                        BY,
                        "type receipt.send, 1 at once",
                        "type receipt.send, 3 at once",
                        it().now()));
        assertThat(Limited.to(it(), TYPE.atOnce(4)).claimCount()).isEqualTo(1);
    }

    @Test
    void a_limit_that_an_operator_lifts_holds_nobody_back() {
        Limited limited = Limited.to(it(), TYPE.atOnce(1));
        limited.add(5);

        it().store.limits().change(TYPE, BY, it().now());

        assertThat(limited.claimCount()).isEqualTo(5);
    }

    @Test
    void a_limit_that_is_not_there_cannot_be_changed_and_nothing_is_recorded() {
        assertThat(it().store.limits().change(TYPE.atOnce(3), BY, it().now())).isFalse();

        assertThat(it().store.limits().all()).isEmpty();
        assertThat(it().store.actions(1)).isEmpty();
    }

    @Test
    void all_limits_are_told_in_their_order_with_what_is_used_of_them() {
        Limit mail = Limit.ofQueue("mail").perMinute(6);
        Limited limited = Limited.to(it(), QUEUE.atOnce(7), mail, TYPE.atOnce(3).perSecond(2));
        limited.add(5);
        limited.claim();

        List<LimitView> all = it().store.limits().all();

        assertThat(all)
                .extracting(LimitView::limit)
                .containsExactly(TYPE.atOnce(3).perSecond(2), QUEUE.atOnce(7), mail);
        assertThat(all).extracting(LimitView::inUse).containsExactly(2, 2, 0);
        assertThat(all)
                .extracting(view -> view.tokens(it().now()))
                .containsExactly(Optional.of(0), Optional.empty(), Optional.of(6));
    }

    @Test
    void who_looks_long_after_many_ended_still_finds_what_runs_and_no_more() {
        Limited limited = Limited.to(it(), TYPE.atOnce(2));
        limited.add(20);
        for (int i = 0; i < 9; i++) {
            limited.claim().claims().forEach(claim -> it().finish(claim, StoreUnderTest.done()));
        }

        List<JobId> last = limited.claimIds();

        assertThat(last).hasSize(2).allMatch(id -> it().state(id) == JobState.RUNNING);
        assertThat(limited.view(TYPE).inUse()).isEqualTo(2);
    }
}
