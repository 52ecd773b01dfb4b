package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Finished.Answer;
import dev.baton.store.Held;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Recovered.Moved;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs of which nobody knows whether their work was done. What operators say of them is in {@link DoubtEndContract}. */
abstract class DoubtContract {

    private static final Terms RECONCILE = LIMITS.onCrash(CrashPolicy.RECONCILE);
    private static final Terms HOLD = LIMITS.onCrash(CrashPolicy.HOLD);

    abstract StoreUnderTest it();

    private Ending unknown(boolean charged) {
        return new Ending.Unknown(it().now().plusSeconds(5), "NO_ANSWER", "the line went dead", charged);
    }

    private Claim claimed(Terms terms) {
        it().add();
        return it().claimOne(terms);
    }

    /** What is known of an attempt that ends now. */
    private Doubt doubt(Claim claim, String code) {
        return new Doubt(claim.tally().attempts(), claim.fence(), claim.dueAt(), it().now(), code);
    }

    private Tally tally(Claim claim) {
        return it().find(claim.id()).standing().tally();
    }

    @Test
    void what_was_lost_runs_again_is_asked_about_or_is_held_as_its_terms_say() {
        Claim rerun = claimed(LIMITS);
        Claim reconcile = claimed(RECONCILE);
        Claim hold = claimed(HOLD);

        assertThat(it().loseNode().moved())
                .containsExactly(
                        new Moved(rerun.id(), rerun.route(), rerun.fence(), JobState.READY),
                        new Moved(reconcile.id(), reconcile.route(), reconcile.fence(), JobState.RETRYING),
                        new Moved(hold.id(), hold.route(), hold.fence(), JobState.HELD));

        assertThat(List.of(rerun, reconcile, hold)).allSatisfy(claim -> {
            assertThat(tally(claim)).isEqualTo(new Tally(1, 0, 1));
            assertThat(it().kinds(claim.id())).containsExactly(Kind.ORPHANED);
        });
        assertThat(it().claimOne().known().doubts())
                .as("one by one, as they were lost")
                .isEmpty();
        assertThat(it().claimOne().known().doubts()).containsExactly(doubt(reconcile, "LOST"));
        assertThat(it().claimable()).isEmpty();
    }

    @Test
    void what_is_in_doubt_and_was_lost_too_often_is_held_and_not_dead() {
        Terms twice = Terms.of(5, 2).onCrash(CrashPolicy.RECONCILE);
        Claim first = claimed(twice);
        it().loseNode();
        it().claimOne(twice);

        assertThat(it().loseNode().moved()).extracting(Moved::to).containsExactly(JobState.HELD);
        assertThat(tally(first)).isEqualTo(new Tally(2, 0, 2));
    }

    @Test
    void losses_and_failures_share_one_budget_in_doubt_as_well() {
        Terms twice = Terms.of(2, 5).onCrash(CrashPolicy.RECONCILE);
        it().finish(claimed(twice), unknown(true));
        it().advance(Duration.ofSeconds(5));
        it().claimOne(twice);

        assertThat(it().loseNode().moved()).extracting(Moved::to).containsExactly(JobState.HELD);
    }

    @Test
    void an_unknown_end_comes_back_in_doubt_at_its_time_and_is_counted_or_not() {
        Claim first = claimed(RECONCILE);
        it().advance(Duration.ofSeconds(2));
        Doubt ended = doubt(first, "NO_ANSWER");
        assertThat(it().finish(first, unknown(true)).state()).contains(JobState.RETRYING);
        assertThat(it().claimable()).isEmpty();
        it().advance(Duration.ofSeconds(5));

        Claim second = it().claimOne(RECONCILE);
        assertThat(second.tally()).isEqualTo(new Tally(2, 1, 0));
        assertThat(second.known().doubts()).containsExactly(ended);
        assertThat(ended.endedAt()).isEqualTo(ended.claimedAt().plusSeconds(2));

        it().finish(second, unknown(false));
        assertThat(tally(first)).isEqualTo(new Tally(2, 1, 0));
        assertThat(it().kinds(first.id())).containsExactly(Kind.UNKNOWN, Kind.UNDECIDED);
    }

    @Test
    void all_doubtful_attempts_since_the_first_are_told_oldest_first() {
        Claim first = claimed(RECONCILE);
        it().finish(first, unknown(true));
        it().advance(Duration.ofSeconds(5));
        Claim second = it().claimOne(RECONCILE);
        it().loseNode();
        Claim given = it().claimOne(RECONCILE);
        it().finish(given, new Ending.Released());
        Claim third = it().claimOne(RECONCILE);
        assertThat(third.known().doubts())
                .as("one that was given back did nothing")
                .extracting(Doubt::fence)
                .containsExactly(first.fence(), second.fence());
        assertThat(third.known().doubts()).extracting(Doubt::attempt).containsExactly(1, 2);
        assertThat(third.known().doubts()).extracting(Doubt::code).containsExactly("NO_ANSWER", "LOST");

        it().finish(third, new Ending.Unstarted(it().now()));
        assertThat(it().claimOne(RECONCILE).known().doubts())
                .isEqualTo(third.known().doubts());
    }

    @Test
    void a_retry_or_a_snooze_settles_all_doubt_from_before() {
        for (Ending settled : List.of(it().retryIn(Duration.ZERO), new Ending.Snooze(it().now()))) {
            it().finish(claimed(RECONCILE), new Ending.Unknown(it().now(), "NO_ANSWER", "", false));
            it().finish(it().claimOne(RECONCILE), settled);

            Claim after = it().claimOne(RECONCILE);
            assertThat(after.known().doubts()).as(settled.toString()).isEmpty();

            it().finish(after, new Ending.Unknown(it().now(), "AGAIN", "", false));
            Claim again = it().claimOne(RECONCILE);
            assertThat(again.known().doubts()).as("only the new one").containsExactly(doubt(after, "AGAIN"));
            it().finish(again, done());
        }
    }

    @Test
    void a_job_in_doubt_that_is_cancelled_stays_until_somebody_found_out() {
        Claim first = claimed(RECONCILE);
        it().finish(first, unknown(false));

        assertThat(it().command(first.id(), Act.CANCEL)).isEqualTo(new CommandResult.Applied("retrying", "retrying"));

        assertThat(it().state(first.id())).isEqualTo(JobState.RETRYING);
        assertThat(it().store.actions(10)).hasSize(1);
        it().advance(Duration.ofSeconds(5));
        Claim second = it().claimOne(RECONCILE);
        assertThat(it().store.heldBy(it().node()))
                .as("its owner is told")
                .containsExactly(new Held(second.id(), second.fence(), true));
        it().finish(second, unknown(false));
        it().advance(Duration.ofSeconds(5));
        it().claimOne(RECONCILE);
        it().loseNode();
        Claim last = it().claimOne(RECONCILE);
        assertThat(it().store.heldBy(it().node()).get(0).cancelWanted())
                .as("and after all that as well")
                .isTrue();
        assertThat(it().finish(last, it().retryIn(Duration.ZERO)).state()).contains(JobState.CANCELLED);
    }

    @Test
    void doubt_does_not_go_away_because_a_running_job_was_to_be_cancelled() {
        Claim reconcile = claimed(RECONCILE);
        Claim hold = claimed(HOLD);
        it().command(reconcile.id(), Act.CANCEL);
        it().command(hold.id(), Act.CANCEL);

        assertThat(it().loseNode().moved()).extracting(Moved::to).containsExactly(JobState.RETRYING, JobState.HELD);
    }

    @Test
    void killing_a_job_ends_it_now_and_what_its_owner_says_later_does_not_count() {
        Claim claim = claimed(LIMITS);

        assertThat(it().command(claim.id(), Act.KILL)).isEqualTo(new CommandResult.Applied("running", "cancelled"));

        AttemptView killed = it().store.attempts(claim.id()).get(0);
        assertThat(killed.kind()).isEqualTo(Kind.KILLED);
        assertThat(killed.number()).isEqualTo(1);
        assertThat(killed.fence()).isEqualTo(claim.fence());
        assertThat(it().kinds(claim.id())).containsExactly(Kind.KILLED, Kind.CANCELLED);
        assertThat(it().find(claim.id()).last().orElseThrow().detail().code()).isEqualTo("KILL");
        assertThat(it().finish(claim, done()).answer()).isEqualTo(Answer.FENCED);
        assertThat(it().store.heldBy(it().node())).isEmpty();
    }

    @Test
    void killing_what_must_not_be_repeated_blindly_holds_it() {
        for (Terms terms : List.of(RECONCILE, HOLD)) {
            Claim claim = claimed(terms);

            assertThat(it().command(claim.id(), Act.KILL)).isEqualTo(new CommandResult.Applied("running", "held"));

            assertThat(it().finish(claim, done()).answer()).isEqualTo(Answer.FENCED);
            assertThat(it().kinds(claim.id())).containsExactly(Kind.KILLED);
        }
    }

    @Test
    void a_killed_job_of_which_people_want_to_know_more_comes_back_in_doubt() {
        Claim claim = claimed(RECONCILE);
        it().command(claim.id(), Act.KILL);

        it().command(claim.id(), Act.RETRY).orThrow();

        assertThat(it().claimOne(RECONCILE).known().doubts()).containsExactly(doubt(claim, "KILL"));
    }

    @Test
    void a_job_in_doubt_is_in_nobodys_way_who_is_not_in_its_lane() {
        JobId first = it().addTo("alice", 2).get(0);
        it().finish(it().claimOne(RECONCILE), unknown(false));
        JobId free = it().add();

        assertThat(it().claimable()).containsExactly(free);
        it().advance(Duration.ofSeconds(5));
        assertThat(it().claimable()).containsExactly(first);
    }
}
