package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Inserted;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people say of jobs that are held. */
abstract class DoubtEndContract {

    abstract StoreUnderTest it();

    private static Terms terms(CrashPolicy policy) {
        return LIMITS.onCrash(policy);
    }

    /** A job that failed once and was then held. */
    private JobId held(CrashPolicy policy) {
        JobId job = it().add();
        it().finish(it().claimOne(terms(policy)), it().retryIn(Duration.ZERO));
        it().finish(it().claimOne(terms(policy)), new Ending.Held("NO_ANSWER", "the line went dead"));
        return job;
    }

    @ParameterizedTest
    @EnumSource(
            value = CrashPolicy.class,
            names = {"RERUN", "RECONCILE"})
    void a_held_job_that_is_retried_comes_back_in_doubt_with_all_its_attempts(CrashPolicy policy) {
        JobId job = held(policy);

        assertThat(it().command(job, Act.RETRY)).isEqualTo(new CommandResult.Applied("held", "ready"));

        Claim claim = it().claimOne(terms(policy));
        assertThat(claim.tally()).isEqualTo(new Tally(3, 0, 0));
        assertThat(claim.known().doubts()).extracting(Doubt::attempt).containsExactly(2);
        assertThat(claim.known().doubts()).extracting(Doubt::code).containsExactly("NO_ANSWER");
    }

    @Test
    void a_held_job_that_must_not_be_repeated_blindly_is_not_retried() {
        JobId job = held(CrashPolicy.HOLD);
        JobView before = it().find(job);

        assertThat(it().command(job, Act.RETRY)).isEqualTo(new CommandResult.InDoubt());

        assertThat(it().find(job)).isEqualTo(before);
        assertThat(it().store.actions(10)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_job_in_doubt_that_is_given_back_stays_so_though_somebody_wants_it_cancelled(boolean begun) {
        JobId job = it().add();
        Terms asked = terms(CrashPolicy.RECONCILE);
        it().finish(it().claimOne(asked), new Ending.Unknown(it().now(), "NO_ANSWER", "", true));
        it().command(job, Act.CANCEL);
        Claim claim = it().claimOne(asked);
        assertThat(claim.known().cancelWanted()).isTrue();

        it().finish(claim, begun ? new Ending.Released() : new Ending.Unstarted(it().now()));

        Claim again = it().claimOne(asked);
        assertThat(again.known().doubts()).hasSize(1);
        assertThat(again.known().cancelWanted()).isTrue();
    }

    @Test
    void a_dead_job_is_retried_whatever_its_type_says_of_doubt() {
        JobId job = it().add();
        it().finish(it().claimOne(terms(CrashPolicy.HOLD)), new Ending.Dead("NEVER", ""));

        assertThat(it().command(job, Act.RETRY)).isEqualTo(new CommandResult.Applied("dead", "ready"));
        assertThat(it().claimOne(terms(CrashPolicy.HOLD)).known().doubts()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CrashPolicy.class)
    void a_released_job_runs_and_there_is_no_doubt_any_more(CrashPolicy policy) {
        JobId job = held(policy);

        assertThat(it().command(job, Act.RELEASE)).isEqualTo(new CommandResult.Applied("held", "ready"));

        AttemptView last = it().find(job).last().orElseThrow();
        assertThat(last.kind()).isEqualTo(Kind.RETRIED);
        assertThat(last.detail().code()).isEqualTo("RELEASE");
        Claim claim = it().claimOne(terms(policy));
        assertThat(claim.tally()).isEqualTo(new Tally(3, 0, 0));
        assertThat(claim.known().doubts()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CrashPolicy.class)
    void a_confirmed_job_is_done_as_somebody_said(CrashPolicy policy) {
        JobId job = held(policy);

        assertThat(it().command(job, Act.CONFIRM)).isEqualTo(new CommandResult.Applied("held", "done"));

        assertThat(it().state(job)).isEqualTo(JobState.DONE);
        assertThat(it().kinds(job)).containsExactly(Kind.FAILED, Kind.HELD, Kind.DONE);
        AttemptView last = it().find(job).last().orElseThrow();
        assertThat(last.number()).as("it was no attempt").isZero();
        assertThat(last.detail().code()).isEqualTo("CONFIRM");
        assertThat(it().claimable()).isEmpty();
    }

    @Test
    void a_held_job_keeps_its_key_until_it_is_confirmed_or_discarded() {
        for (Act act : List.of(Act.CONFIRM, Act.DISCARD)) {
            JobId job =
                    it().insert(it().keyed(KeyScope.ACTIVE, act.name(), "{}")).id();
            it().finish(it().claimOne(), new Ending.Held("NO_ANSWER", ""));
            assertThat(it().insert(it().keyed(KeyScope.ACTIVE, act.name(), "{}"))
                            .id())
                    .isEqualTo(job);

            it().command(job, act).orThrow();

            assertThat(it().insert(it().keyed(KeyScope.ACTIVE, act.name(), "{}"))
                            .answer())
                    .isEqualTo(Inserted.Answer.ADDED);
            it().doAll();
        }
    }

    @Test
    void a_job_that_is_held_again_is_in_doubt_since_the_first_time() {
        JobId job = it().add();
        Claim first = it().claimOne(terms(CrashPolicy.RECONCILE));
        it().finish(first, new Ending.Held("FIRST", ""));
        it().command(job, Act.RETRY);
        Claim second = it().claimOne(terms(CrashPolicy.RECONCILE));
        it().finish(second, new Ending.Held("SECOND", ""));
        it().command(job, Act.RETRY);

        assertThat(it().claimOne(terms(CrashPolicy.RECONCILE)).known().doubts())
                .extracting(Doubt::fence)
                .containsExactly(first.fence(), second.fence());
    }

    @Test
    void retrying_one_in_doubt_at_once_does_not_settle_it() {
        JobId job = it().add();
        Claim first = it().claimOne(terms(CrashPolicy.RECONCILE));
        it().finish(first, new Ending.Unknown(it().now().plusSeconds(60), "NO_ANSWER", "", true));

        assertThat(it().command(job, Act.RETRY)).isEqualTo(new CommandResult.Applied("retrying", "ready"));

        Claim second = it().claimOne(terms(CrashPolicy.RECONCILE));
        assertThat(second.tally()).isEqualTo(new Tally(2, 0, 0));
        assertThat(second.known().doubts()).extracting(Doubt::fence).containsExactly(first.fence());
    }
}
