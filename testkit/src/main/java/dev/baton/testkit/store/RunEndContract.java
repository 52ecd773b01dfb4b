package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finished;
import dev.baton.store.Finished.Answer;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** None of a run leaves its lane before the one before it, also if its owner was taken for dead in the middle of it. */
abstract class RunEndContract {

    private static final Terms IN_RUNS = LIMITS.replayed();
    private static final Terms PASSED_OVER = IN_RUNS.parkedHead(ParkedHead.PASSED_OVER);
    private static final Ending DEAD = new Ending.Dead("NEVER", "");
    private static final Ending HELD = new Ending.Held("NO_ANSWER", "");

    abstract StoreUnderTest it();

    private List<Claim> runOf(int howMany, Terms terms) {
        it().addTo("alice", howMany);
        return it().claim(terms, howMany);
    }

    /** Their owner is taken for dead, and the first so many of its jobs are moved. */
    private void recover(int howMany) {
        it().takeOver(StoreUnderTest.ROUTE);
        assertThat(it().store.recover(Optional.empty(), howMany, it().now()).moved())
                .hasSize(howMany);
    }

    private static Finished outOfTurn() {
        return new Finished(Answer.OUT_OF_TURN, Optional.of(JobState.WAITING));
    }

    @Test
    void one_that_is_done_while_one_before_it_is_to_run_again_is_given_back() {
        List<Claim> run = runOf(3, IN_RUNS);
        recover(1);

        assertThat(it().finish(run.get(0), done()).answer()).isEqualTo(Answer.FENCED);
        assertThat(it().finish(run.get(1), done())).isEqualTo(outOfTurn());
        assertThat(it().finish(run.get(2), done())).isEqualTo(outOfTurn());

        JobId second = run.get(1).id();
        AttemptView last = it().find(second).last().orElseThrow();
        assertThat(last.kind()).isEqualTo(Kind.RELEASED);
        assertThat(last.detail().code()).isEqualTo("OUT_OF_TURN");
        assertThat(it().find(second).standing().tally()).isEqualTo(new Tally(1, 0, 0));
        assertThat(it().doAll()).isEqualTo(run.stream().map(Claim::id).toList());
    }

    @Test
    void whoever_asks_again_is_told_again_that_it_was_out_of_turn() {
        List<Claim> run = runOf(2, IN_RUNS);
        recover(1);
        it().finish(run.get(1), done());

        assertThat(it().finish(run.get(1), done())).isEqualTo(outOfTurn());
        assertThat(it().store.attempts(run.get(1).id())).hasSize(1);

        Claim first = it().claimOne();
        assertThat(it().finish(run.get(1), done())).isEqualTo(outOfTurn());
        it().finish(first, done());
        Claim second = it().claimOne();
        assertThat(it().finish(run.get(1), done()))
                .as("another has it by now")
                .isEqualTo(new Finished(Answer.OUT_OF_TURN, Optional.of(JobState.RUNNING)));
        assertThat(it().finish(second, done()).state()).contains(JobState.DONE);
    }

    @Test
    void one_that_is_done_before_the_one_before_it_has_ended_is_given_back() {
        List<Claim> run = runOf(2, IN_RUNS);

        assertThat(it().finish(run.get(1), done())).isEqualTo(outOfTurn());
        assertThat(it().finish(run.get(0), done()).state()).contains(JobState.DONE);
        assertThat(it().doNext()).isEqualTo(run.get(1).id());
    }

    @Test
    void one_before_it_that_is_parked_and_blocks_is_not_overtaken() {
        for (Ending ending : List.of(DEAD, HELD)) {
            List<Claim> run = runOf(2, IN_RUNS);
            it().finish(run.get(0), ending);

            assertThat(it().finish(run.get(1), done())).as(ending.toString()).isEqualTo(outOfTurn());

            it().command(run.get(0).id(), Act.DISCARD);
            assertThat(it().doNext()).isEqualTo(run.get(1).id());
        }
    }

    @Test
    void one_before_it_that_is_passed_over_is_overtaken() {
        List<Claim> run = runOf(2, PASSED_OVER);
        it().finish(run.get(0), DEAD);

        assertThat(it().finish(run.get(1), done()).state()).contains(JobState.DONE);
    }

    @Test
    void one_that_would_be_passed_over_is_given_back_as_well_since_its_lane_would_go_on() {
        for (Ending ending : List.of(DEAD, HELD)) {
            List<Claim> run = runOf(2, PASSED_OVER);
            it().finish(run.get(0), it().retryIn(Duration.ZERO));

            assertThat(it().finish(run.get(1), ending)).as(ending.toString()).isEqualTo(outOfTurn());

            assertThat(it().doAll()).containsExactly(run.get(0).id(), run.get(1).id());
        }
    }

    @Test
    void what_stays_in_its_lane_is_recorded_whoever_stands_before_it() {
        List<Ending> endings = List.of(
                it().retryIn(Duration.ZERO),
                new Ending.Snooze(it().now()),
                new Ending.Released(),
                DEAD,
                HELD,
                new Ending.Cancelled());
        for (Ending ending : endings) {
            List<Claim> run = runOf(2, IN_RUNS);
            it().finish(run.get(0), it().retryIn(Duration.ZERO));

            assertThat(it().finish(run.get(1), ending).answer())
                    .as(ending.toString())
                    .isEqualTo(Answer.RECORDED);

            it().command(run.get(1).id(), Act.SKIP);
            it().doAll();
            assertThat(it().state(run.get(0).id())).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void one_that_is_not_wanted_any_more_is_cancelled_rather_than_given_back() {
        List<Claim> run = runOf(2, IN_RUNS);
        it().command(run.get(1).id(), Act.CANCEL);
        recover(1);

        assertThat(it().finish(run.get(1), done()))
                .isEqualTo(new Finished(Answer.RECORDED, Optional.of(JobState.CANCELLED)));
        assertThat(it().doAll()).containsExactly(run.get(0).id());
    }

    @Test
    void one_that_is_not_wanted_any_more_ends_out_of_turn_as_the_table_of_moves_says() {
        List<Claim> run = runOf(4, PASSED_OVER);
        List<Ending> endings = List.of(done(), DEAD, HELD);
        run.forEach(claim -> it().command(claim.id(), Act.CANCEL));

        for (int i = 0; i < endings.size(); i++) {
            Finished finished = it().finish(run.get(i + 1), endings.get(i));

            assertThat(finished).isEqualTo(new Finished(Answer.RECORDED, Optional.of(JobState.CANCELLED)));
            assertThat(JobState.RUNNING.after(endings.get(i).command())).contains(JobState.CANCELLED);
        }
    }

    @Test
    void one_before_the_run_does_not_concern_it() {
        List<JobId> jobs = it().addTo("alice", 3);
        it().finish(it().claimOne(PASSED_OVER), DEAD);
        List<Claim> run = it().claim(IN_RUNS, 2);
        it().command(jobs.get(0), Act.RETRY);

        assertThat(it().finish(run.get(0), done()).state()).contains(JobState.DONE);
        assertThat(it().finish(run.get(1), done()).state()).contains(JobState.DONE);
        assertThat(it().doAll()).containsExactly(jobs.get(0));
    }

    @Test
    void the_first_of_a_run_can_end_while_those_behind_it_are_moved() {
        List<Claim> run = runOf(3, IN_RUNS);
        it().takeOver(StoreUnderTest.ROUTE);
        it().store.recover(Optional.of(run.get(0).id()), 1, it().now());

        assertThat(it().finish(run.get(0), done()).state()).contains(JobState.DONE);
        assertThat(it().finish(run.get(1), done()).answer()).isEqualTo(Answer.FENCED);
        assertThat(it().finish(run.get(2), done())).isEqualTo(outOfTurn());
        assertThat(it().doAll()).containsExactly(run.get(1).id(), run.get(2).id());
    }

    @Test
    void a_run_whose_owner_died_is_done_again_in_order_after_all_of_it_was_moved() {
        List<Claim> run = runOf(3, IN_RUNS);
        recover(2);
        assertThat(it().claimable()).as("the last of it still runs").isEmpty();

        it().store.recover(Optional.empty(), 10, it().now());

        assertThat(it().doAll()).isEqualTo(run.stream().map(Claim::id).toList());
    }
}
