package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Recovered;
import dev.baton.store.Terms;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Jobs of a strict lane claimed in a row. Each begins when the end of the one before it is recorded, so of those that a dead node held
 * only the first can have begun: that one is lost, and the others are as if they had never been claimed.
 */
abstract class StrictRunContract {

    private static final Terms HOLD = LIMITS.onCrash(CrashPolicy.HOLD);

    abstract StoreUnderTest it();

    private List<Claim> runOf(int howMany, Terms terms) {
        it().addTo("alice", howMany);
        List<Claim> run = it().claim(terms, howMany);
        assertThat(run).hasSize(howMany);
        return run;
    }

    private Tally tally(Claim claim) {
        return it().find(claim.id()).standing().tally();
    }

    private void assertUntouched(List<Claim> claims) {
        assertThat(claims).allSatisfy(claim -> {
            assertThat(tally(claim)).isEqualTo(Tally.NONE);
            assertThat(it().store.attempts(claim.id())).isEmpty();
        });
    }

    @Test
    void whatever_the_crash_policy_so_many_of_a_lane_are_claimed_in_a_row_as_are_asked_for() {
        List<JobId> jobs = it().addTo("alice", 110);
        for (CrashPolicy policy : CrashPolicy.values()) {
            List<Claim> run = it().claim(LIMITS.onCrash(policy), 100);

            assertThat(run).as(policy.name()).extracting(Claim::id).isEqualTo(jobs.subList(0, 100));
            run.forEach(claim -> it().finish(claim, new Ending.Unstarted(claim.dueAt())));
        }
    }

    @Test
    void many_lanes_share_what_one_claim_takes_behind_their_heads() {
        for (int lane = 1; lane <= 25; lane++) {
            it().addTo("lane " + lane, 100);
        }

        List<Claim> claims = it().claim(LIMITS, 100);

        assertThat(claims).hasSize(25 * (1 + 80));
    }

    @Test
    void one_that_a_single_loss_would_park_is_in_a_strict_run_also_if_its_type_is_replayable() {
        for (Terms terms : List.of(Terms.of(1, 3).replayed(), Terms.of(5, 1).replayed())) {
            List<Claim> run = runOf(3, terms);

            it().loseNode();

            assertThat(it().state(run.get(0).id())).as(terms.toString()).isEqualTo(JobState.DEAD);
            assertUntouched(run.subList(1, 3));
            it().command(run.get(0).id(), Act.SKIP);
            it().doAll();
        }
    }

    @Test
    void of_a_run_whose_owner_died_only_the_first_is_lost() {
        List<Claim> run = runOf(4, LIMITS);
        it().finish(run.get(0), done());

        Recovered recovered = it().loseNode();

        assertThat(recovered.moved()).hasSize(3);
        assertThat(it().kinds(run.get(1).id())).containsExactly(Kind.ORPHANED);
        assertThat(tally(run.get(1))).isEqualTo(new Tally(1, 0, 1));
        assertUntouched(run.subList(2, 4));
        assertThat(it().state(run.get(2).id())).isEqualTo(JobState.WAITING);
        assertThat(it().doAll())
                .containsExactly(run.get(1).id(), run.get(2).id(), run.get(3).id());
    }

    @Test
    void only_the_first_is_held_where_nothing_is_repeated_blindly() {
        List<Claim> run = runOf(3, HOLD);

        it().loseNode();

        assertThat(it().state(run.get(0).id())).isEqualTo(JobState.HELD);
        assertUntouched(run.subList(1, 3));
        it().command(run.get(0).id(), Act.CONFIRM);
        assertThat(it().doAll()).containsExactly(run.get(1).id(), run.get(2).id());
    }

    @Test
    void only_the_first_is_asked_about_where_somebody_can_tell() {
        List<Claim> run = runOf(3, LIMITS.onCrash(CrashPolicy.RECONCILE));

        it().loseNode();

        Claim first = it().claimOne(LIMITS.onCrash(CrashPolicy.RECONCILE));
        assertThat(first.id()).isEqualTo(run.get(0).id());
        assertThat(first.known().doubts()).hasSize(1);
        it().finish(first, done());
        List<Claim> others = it().claim(LIMITS.onCrash(CrashPolicy.RECONCILE), 10);
        assertThat(others)
                .extracting(Claim::id)
                .containsExactly(run.get(1).id(), run.get(2).id());
        assertThat(others)
                .allSatisfy(claim -> assertThat(claim.known().doubts()).isEmpty());
    }

    @Test
    void a_passed_over_first_one_does_not_have_the_next_counted_as_lost() {
        List<Claim> run = runOf(3, HOLD.parkedHead(ParkedHead.PASSED_OVER));

        it().takeOver(ROUTE);
        it().store.recover(Optional.empty(), 1, it().now());
        it().store.recover(Optional.empty(), 1, it().now());

        assertThat(it().state(run.get(0).id())).isEqualTo(JobState.HELD);
        assertUntouched(run.subList(1, 3));
        assertThat(it().doAll()).containsExactly(run.get(1).id(), run.get(2).id());
    }

    @Test
    void a_run_is_recovered_as_a_whole_wherever_a_batch_begins_and_ends() {
        for (int after = 0; after < 3; after++) {
            List<Claim> run = runOf(3, LIMITS);
            Optional<JobId> from = after == 0
                    ? Optional.empty()
                    : Optional.of(run.get(after - 1).id());

            it().takeOver(ROUTE);
            Recovered recovered = it().store.recover(from, 1, it().now());

            assertThat(recovered.moved())
                    .as("after " + after)
                    .extracting(Recovered.Moved::id)
                    .containsExactlyElementsOf(run.stream().map(Claim::id).toList());
            assertThat(recovered.last()).contains(run.get(after).id());
            assertThat(it().kinds(run.get(0).id())).containsExactly(Kind.ORPHANED);
            assertUntouched(run.subList(1, 3));
            assertThat(it().doAll()).hasSize(3);
        }
    }

    @Test
    void runs_of_several_lanes_each_lose_their_first() {
        it().addTo("alice", 2);
        it().addTo("bob", 2);
        List<Claim> both = it().claim(HOLD, 2);
        assertThat(both).extracting(Claim::fence).containsOnly(both.get(0).fence());

        it().loseNode();

        assertThat(it().state(both.get(0).id())).isEqualTo(JobState.HELD);
        assertThat(it().state(both.get(2).id())).isEqualTo(JobState.HELD);
        assertUntouched(List.of(both.get(1), both.get(3)));
    }

    @Test
    void one_that_had_not_begun_and_is_not_wanted_any_more_is_cancelled_and_not_lost() {
        List<Claim> run = runOf(3, HOLD);
        it().command(run.get(1).id(), Act.CANCEL);

        it().loseNode();

        assertThat(it().kinds(run.get(1).id())).containsExactly(Kind.CANCELLED);
        assertThat(it().state(run.get(1).id())).isEqualTo(JobState.CANCELLED);
        assertThat(it().state(run.get(0).id())).isEqualTo(JobState.HELD);
        assertUntouched(run.subList(2, 3));
    }

    @Test
    void those_that_were_given_back_keep_nobody_from_being_claimed_again() {
        List<Claim> run = runOf(3, LIMITS);
        it().finish(run.get(2), new Ending.Unstarted(run.get(2).dueAt()));
        it().finish(run.get(1), new Ending.Unstarted(run.get(1).dueAt()));
        it().finish(run.get(0), done());

        assertThat(it().claim(LIMITS, 10))
                .extracting(Claim::id)
                .containsExactly(run.get(1).id(), run.get(2).id());
    }

    @Test
    void the_owner_that_was_taken_for_dead_ends_none_of_them() {
        List<Claim> run = runOf(3, LIMITS);
        it().loseNode();

        assertThat(run)
                .allSatisfy(
                        claim -> assertThat(it().finish(claim, done()).state()).isEmpty());
        assertThat(it().doAll()).hasSize(3);
    }

    @Test
    void of_a_replayable_run_all_may_have_begun_and_all_are_lost() {
        List<Claim> run = runOf(3, LIMITS.replayed());

        it().loseNode();

        assertThat(run).allSatisfy(claim -> assertThat(tally(claim)).isEqualTo(new Tally(1, 0, 1)));
    }
}
