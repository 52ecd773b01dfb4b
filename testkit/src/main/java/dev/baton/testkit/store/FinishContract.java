package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Finished.Answer;
import dev.baton.store.Held;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ending attempts. */
abstract class FinishContract {

    abstract StoreUnderTest it();

    private Claim claim() {
        it().add();
        return it().claimOne();
    }

    private Finished recorded(JobState state) {
        return new Finished(Answer.RECORDED, Optional.of(state));
    }

    private AttemptView lastAttempt(Claim claim) {
        return it().find(claim.id()).last().orElseThrow();
    }

    private JobView.Standing standing(Claim claim) {
        return it().find(claim.id()).standing();
    }

    @Test
    @Tag("R-003-53")
    @Tag("R-003-54")
    void a_job_that_is_done_is_done_for_good_and_its_result_is_kept() {
        Claim claim = claim();
        it().advance(Duration.ofSeconds(3));

        assertThat(it().finish(claim, new Ending.Done(Optional.of("{\"sent\":true}"))))
                .isEqualTo(recorded(JobState.DONE));

        var detail = Detail.done(Optional.of("{\"sent\":true}"));
        assertThat(it().store.attempts(claim.id()))
                .containsExactly(new AttemptView(
                        1,
                        claim.fence(),
                        Optional.of(it().node()),
                        Kind.DONE,
                        detail,
                        it().now().minusSeconds(3),
                        it().now()));
        assertThat(it().claim(it().node(), 10).claims()).isEmpty();
    }

    @Test
    @Tag("R-003-53")
    @Tag("R-004-18")
    void a_failed_job_comes_back_at_its_time_with_one_failure_more() {
        Claim first = claim();

        assertThat(it().finish(first, it().retryIn(Duration.ofSeconds(2)))).isEqualTo(recorded(JobState.RETRYING));
        assertThat(lastAttempt(first).kind()).isEqualTo(Kind.FAILED);
        assertThat(lastAttempt(first).detail()).isEqualTo(Detail.of("BUSY", "try again"));
        assertThat(it().claim(it().node(), 10).claims()).isEmpty();

        it().advance(Duration.ofSeconds(2));
        Claim second = it().claimOne();
        assertThat(second.tally()).isEqualTo(new Tally(2, 1, 0));
    }

    @Test
    @Tag("R-003-17")
    @Tag("R-003-70")
    void a_snoozed_or_released_job_comes_back_and_no_failure_is_counted() {
        Claim first = claim();
        assertThat(it().finish(first, new Ending.Snooze(it().now().plusSeconds(9))))
                .isEqualTo(recorded(JobState.SCHEDULED));
        it().advance(Duration.ofSeconds(9));

        Claim second = it().claimOne();
        assertThat(it().finish(second, new Ending.Released())).isEqualTo(recorded(JobState.READY));

        Claim third = it().claimOne();
        assertThat(third.tally()).isEqualTo(new Tally(3, 0, 0));
        assertThat(it().finish(third, new Ending.Snooze(it().now()))).isEqualTo(recorded(JobState.READY));
        assertThat(it().store.attempts(third.id()))
                .extracting(AttemptView::kind)
                .as("the newest last, also of two that ended at the same moment")
                .containsExactly(Kind.SNOOZED, Kind.RELEASED, Kind.SNOOZED);
    }

    @Test
    @Tag("R-003-53")
    void a_job_that_will_never_work_is_parked_as_dead_and_one_nobody_knows_of_as_held() {
        Claim dead = claim();
        assertThat(it().finish(dead, new Ending.Dead("NO_ACCOUNT", "closed"))).isEqualTo(recorded(JobState.DEAD));
        assertThat(standing(dead).tally()).isEqualTo(new Tally(1, 1, 0));
        assertThat(lastAttempt(dead).detail()).isEqualTo(Detail.of("NO_ACCOUNT", "closed"));

        Claim held = claim();
        assertThat(it().finish(held, new Ending.Held("TIMEOUT", "no answer"))).isEqualTo(recorded(JobState.HELD));
        assertThat(standing(held).tally()).isEqualTo(new Tally(1, 0, 0));
        assertThat(it().claim(it().node(), 10).claims()).isEmpty();
    }

    @Test
    @Tag("R-003-60")
    void an_owner_that_lost_its_job_can_change_nothing_whatever_it_says() {
        Claim stale = claim();
        it().loseNode();
        Claim current = it().claimOne();
        List<Ending> everything = List.of(
                StoreUnderTest.done(),
                it().retryIn(Duration.ZERO),
                new Ending.Snooze(it().now()),
                new Ending.Dead("X", ""),
                new Ending.Held("X", ""),
                new Ending.Cancelled(),
                new Ending.Released());

        for (Ending ending : everything) {
            JobView before = it().find(stale.id());
            assertThat(it().finish(stale, ending)).isEqualTo(new Finished(Answer.FENCED, Optional.empty()));
            assertThat(it().find(stale.id())).isEqualTo(before);
        }
        assertThat(it().finish(current, StoreUnderTest.done())).isEqualTo(recorded(JobState.DONE));
    }

    @Test
    void an_end_that_was_recorded_before_is_told_so_and_counts_once() {
        Claim claim = claim();
        it().finish(claim, StoreUnderTest.done());

        assertThat(it().finish(claim, StoreUnderTest.done()))
                .isEqualTo(new Finished(Answer.ALREADY_RECORDED, Optional.of(JobState.DONE)));
        assertThat(it().store.attempts(claim.id())).hasSize(1);
    }

    @Test
    @Tag("R-003-39")
    void what_is_given_back_without_having_begun_is_as_if_it_had_never_been_claimed() {
        JobId job = it().add();
        JobView before = it().find(job);
        Claim claim = it().claimOne();

        assertThat(it().finish(claim, new Ending.Unstarted(claim.dueAt())).answer())
                .isEqualTo(Finished.Answer.RECORDED);

        assertThat(it().find(job)).isEqualTo(before);
        assertThat(it().store.attempts(job)).isEmpty();
        assertThat(it().claimOne().tally().attempts()).isEqualTo(1);
    }

    @Test
    @Tag("R-000-67")
    void in_a_batch_each_gets_its_own_answer_and_a_stale_one_harms_nobody() {
        Claim good = claim();
        Claim alsoGood = claim();

        List<Finished> finished = it().store
                .finish(
                        List.of(
                                new Finish(good.id(), good.fence(), StoreUnderTest.done()),
                                new Finish(good.id(), good.fence() + 1000, StoreUnderTest.done()),
                                new Finish(it().job().id(), 1, StoreUnderTest.done()),
                                new Finish(alsoGood.id(), alsoGood.fence(), new Ending.Dead("X", ""))),
                        it().now());

        assertThat(finished)
                .extracting(Finished::answer)
                .containsExactly(Answer.RECORDED, Answer.FENCED, Answer.FENCED, Answer.RECORDED);
    }

    @Test
    void a_cancellation_that_was_asked_for_goes_before_retry_snooze_and_release_but_not_before_done() {
        for (Ending ending : List.of(
                it().retryIn(Duration.ZERO),
                new Ending.Snooze(it().now()),
                new Ending.Released(),
                new Ending.Unstarted(it().now()))) {
            Claim claim = claim();
            it().command(claim.id(), Act.CANCEL);
            assertThat(it().store.heldBy(it().node())).containsExactly(new Held(claim.id(), claim.fence(), true));

            assertThat(it().finish(claim, ending)).as(ending.toString()).isEqualTo(recorded(JobState.CANCELLED));
        }
        Claim done = claim();
        it().command(done.id(), Act.CANCEL);
        assertThat(it().finish(done, StoreUnderTest.done())).isEqualTo(recorded(JobState.DONE));
    }

    @Test
    void progress_is_seen_while_the_job_runs_and_a_stale_owners_is_not() {
        Claim claim = claim();
        var half = new Progress.Mark(50, 100, "half way");

        it().store
                .progress(
                        List.of(
                                new Progress(claim.id(), claim.fence(), half),
                                new Progress(claim.id(), claim.fence() + 1, new Progress.Mark(1, 1, "stale"))),
                        it().now());

        assertThat(standing(claim).hold().orElseThrow().progress()).contains(half);
    }
}
