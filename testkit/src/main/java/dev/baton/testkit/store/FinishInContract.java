package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.assertRefused;
import static dev.baton.testkit.store.StoreUnderTest.commitInVain;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished.Answer;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.StoreTransaction;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ending a job within the transaction in which its handler works. */
abstract class FinishInContract {

    abstract StoreUnderTest it();

    private Claim claim() {
        it().add();
        return it().claimOne();
    }

    private static Finish of(Claim claim) {
        return new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.of("{\"sent\":true}")));
    }

    private void finishIn(CallerTransaction transaction, Claim claim) {
        it().store.finish(transaction.handle(), of(claim), it().now());
    }

    private void finishAndCommit(Claim claim) {
        try (CallerTransaction transaction = it().begin()) {
            finishIn(transaction, claim);
            transaction.commit();
        }
    }

    private void finishAndRollBack(Claim claim) {
        try (CallerTransaction transaction = it().begin()) {
            finishIn(transaction, claim);
        }
    }

    @Test
    void a_job_is_over_if_its_handlers_transaction_commits() {
        Claim claim = claim();

        finishAndCommit(claim);

        assertThat(it().state(claim.id())).isEqualTo(JobState.DONE);
        AttemptView last = it().find(claim.id()).last().orElseThrow();
        assertThat(last.kind()).isEqualTo(Kind.DONE);
        assertThat(last.fence()).isEqualTo(claim.fence());
        assertThat(last.detail().result()).contains("{\"sent\":true}");
        assertThat(it().finish(claim, done()).answer())
                .as("its engine asks as well")
                .isEqualTo(Answer.ALREADY_RECORDED);
    }

    @Test
    @Tag("R-003-56")
    void a_job_runs_on_as_it_was_if_its_handlers_transaction_is_rolled_back() {
        Claim claim = claim();

        finishAndRollBack(claim);

        assertThat(it().state(claim.id())).isEqualTo(JobState.RUNNING);
        assertThat(it().store.attempts(claim.id())).isEmpty();
        assertThat(it().finish(claim, done()).answer()).isEqualTo(Answer.RECORDED);
    }

    @Test
    @Tag("R-003-56")
    void a_job_whose_handlers_transaction_died_with_its_process_is_recovered() {
        Claim claim = claim();
        finishAndRollBack(claim);

        it().loseNode();

        assertThat(it().kinds(claim.id())).containsExactly(Kind.ORPHANED);
        finishAndCommit(it().claimOne());
        assertThat(it().state(claim.id())).isEqualTo(JobState.DONE);
    }

    @Test
    void a_stale_owner_is_refused_and_its_transaction_stays_usable_or_comes_to_nothing_as_a_whole() {
        Claim stale = claim();
        it().loseNode();
        Claim current = it().claimOne();
        NewJob before = it().job();
        NewJob after = it().job();
        List<NewJob> committed = List.of();

        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(before), it().now());
            assertRefused(() -> finishIn(transaction, stale), "STALE_FENCE");
            if (it().isDoomed(transaction)) {
                commitInVain(transaction);
            } else {
                it().store.insert(transaction.handle(), List.of(after), it().now());
                transaction.commit();
                committed = List.of(before, after);
            }
        }

        assertThat(it().state(stale.id())).isEqualTo(JobState.RUNNING);
        assertThat(it().kinds(stale.id())).containsExactly(Kind.ORPHANED);
        assertThat(it().store.standings(List.of(before.id(), after.id()), it().now()))
                .containsOnlyKeys(committed.stream().map(NewJob::id).toArray(JobId[]::new));
        assertThat(it().finish(current, done()).answer()).isEqualTo(Answer.RECORDED);
    }

    @Test
    void one_that_ended_was_killed_or_never_was_cannot_be_ended_again() {
        Claim ended = claim();
        it().finish(ended, done());
        Claim killed = claim();
        it().command(killed.id(), Act.KILL);
        var never = new Finish(it().job().id(), 1, done());

        NewJob with = it().job();
        boolean doomed = false;

        for (Finish finish : List.of(of(ended), of(killed), never)) {
            try (CallerTransaction transaction = it().begin()) {
                assertRefused(() -> it().store.finish(transaction.handle(), finish, it().now()), "STALE_FENCE");
                doomed = it().isDoomed(transaction);
            }
        }
        if (!doomed) {
            try (CallerTransaction transaction = it().begin()) {
                for (Finish finish : List.of(of(ended), of(killed), never)) {
                    assertRefused(() -> it().store.finish(transaction.handle(), finish, it().now()), "STALE_FENCE");
                }
                it().store.insert(transaction.handle(), List.of(with), it().now());
                transaction.commit();
            }
            assertThat(it().state(with.id())).isEqualTo(JobState.READY);
        }

        assertThat(it().store.attempts(ended.id())).hasSize(1);
    }

    /** Who ends it a second time has not lost it: the first time counts. */
    @Test
    void within_one_transaction_a_job_ends_once() {
        Claim claim = claim();

        try (CallerTransaction transaction = it().begin()) {
            finishIn(transaction, claim);
            assertRefused(() -> finishIn(transaction, claim), "STALE_FENCE");
            transaction.commit();
        }

        assertThat(it().store.attempts(claim.id())).hasSize(1);
    }

    @Test
    void the_next_of_its_lane_begins_if_the_transaction_commits_and_not_otherwise() {
        List<JobId> jobs = it().addTo("alice", 2);
        Claim first = it().claimOne();

        finishAndRollBack(first);
        assertThat(it().claimable()).isEmpty();
        finishAndCommit(first);
        assertThat(it().claimable()).containsExactly(jobs.get(1));
    }

    @Test
    void its_key_is_free_or_goes_on_if_the_transaction_commits_and_not_otherwise() {
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        Claim holder = it().claimOne();
        JobId heir = it().insert(it().again("k")).id();

        finishAndRollBack(holder);
        assertThat(it().state(heir)).isEqualTo(JobState.WAITING);
        finishAndCommit(holder);
        assertThat(it().claimable()).containsExactly(heir);
    }

    @Test
    void the_end_of_one_job_and_the_beginning_of_another_are_one_step() {
        Claim claim = claim();
        NewJob next = it().job();
        try (CallerTransaction transaction = it().begin()) {
            finishIn(transaction, claim);
            it().store.insert(transaction.handle(), List.of(next), it().now());
        }
        assertThat(it().store.find(next.id(), it().now())).isEmpty();
        assertThat(it().state(claim.id())).isEqualTo(JobState.RUNNING);

        try (CallerTransaction transaction = it().begin()) {
            finishIn(transaction, claim);
            it().store.insert(transaction.handle(), List.of(next), it().now());
            transaction.commit();
        }
        assertThat(it().state(next.id())).isEqualTo(JobState.READY);
        assertThat(it().state(claim.id())).isEqualTo(JobState.DONE);
    }

    @Test
    void one_of_a_run_cannot_be_ended_before_the_one_before_it_even_if_it_is_to_be_cancelled() {
        it().addTo("alice", 2);
        List<Claim> run = it().claim(LIMITS.replayed(), 2);
        try (CallerTransaction transaction = it().begin()) {
            assertRefused(() -> finishIn(transaction, run.get(1)), "OUT_OF_TURN");
            if (!transaction.isDoomed()) {
                transaction.commit();
            }
        }
        assertThat(it().state(run.get(1).id())).isEqualTo(JobState.RUNNING);
        it().command(run.get(1).id(), Act.CANCEL);

        try (CallerTransaction transaction = it().begin()) {
            assertRefused(() -> finishIn(transaction, run.get(1)), "OUT_OF_TURN");
        }
        try (CallerTransaction transaction = it().begin()) {
            finishIn(transaction, run.get(0));
            finishIn(transaction, run.get(1));
            transaction.commit();
        }
        assertThat(it().state(run.get(1).id())).isEqualTo(JobState.DONE);
    }

    @Test
    void a_wish_to_cancel_comes_too_late_for_what_is_done() {
        it().insert(inLane("alice", it().job()));
        Claim claim = it().claimOne();
        it().command(claim.id(), Act.CANCEL);

        finishAndCommit(claim);

        assertThat(it().state(claim.id())).isEqualTo(JobState.DONE);
    }

    @Test
    void a_transaction_of_another_kind_is_refused() {
        Claim claim = claim();
        StoreTransaction foreign = new StoreTransaction() {};

        assertRefused(
                () -> it().store.finish(foreign, new Finish(claim.id(), claim.fence(), done()), it().now()),
                "WRONG_TRANSACTION");
        assertThat(it().state(claim.id())).isEqualTo(JobState.RUNNING);
    }
}
