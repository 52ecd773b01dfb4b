package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.HeldFirst;
import dev.baton.store.Inserted;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs that are held from the start, as nobody knows what was done of them elsewhere. */
abstract class HeldFirstContract {

    abstract StoreUnderTest it();

    private NewJob held(ParkedHead head) {
        NewJob job = it().job();
        return new NewJob(
                        job.id(),
                        job.route(),
                        job.payload(),
                        job.urgency(),
                        Optional.of("alice"),
                        Optional.of(new KeyRequest(KeyScope.FOREVER, "key " + job.id(), false)))
                .with(new NewJob.Care(
                        false,
                        Optional.of(new HeldFirst("ELSEWHERE", "It was being sent.", head, CrashPolicy.RECONCILE))));
    }

    private JobId addHeld() {
        return it().insert(held(ParkedHead.BLOCKS)).id();
    }

    @Test
    void it_is_held_and_its_lane_waits_for_it() {
        Inserted added = it().insert(held(ParkedHead.BLOCKS));
        JobId next = it().addTo("alice");

        assertThat(added.answer()).isEqualTo(Inserted.Answer.ADDED);
        assertThat(added.state()).isEqualTo(JobState.HELD);
        assertThat(it().state(added.id())).isEqualTo(JobState.HELD);
        assertThat(it().number(added.id())).isEqualTo(1);
        assertThat(it().claimable()).isEmpty();
        AttemptView last = it().find(added.id()).last().orElseThrow();
        assertThat(last.kind()).isEqualTo(AttemptView.Kind.HELD);
        assertThat(last.detail().code()).isEqualTo("ELSEWHERE");

        it().command(added.id(), Act.CONFIRM);
        assertThat(it().claimable()).containsExactly(next);
    }

    @Test
    void among_others_that_are_added_with_it_those_behind_it_wait_and_those_before_it_do_not() {
        NewJob before = it().inLane("alice");
        NewJob held = held(ParkedHead.BLOCKS);
        NewJob behind = it().inLane("alice");

        it().store.insert(List.of(before, held, behind), it().now());

        assertThat(it().doAll()).containsExactly(before.id());
        assertThat(it().state(behind.id())).isEqualTo(JobState.WAITING);
        it().command(held.id(), Act.DISCARD);
        assertThat(it().doAll()).containsExactly(behind.id());
    }

    @Test
    void where_it_is_passed_over_its_lane_goes_on() {
        it().insert(held(ParkedHead.PASSED_OVER));
        JobId next = it().addTo("alice");

        assertThat(it().doAll()).containsExactly(next);
    }

    @Test
    void one_that_is_tried_again_is_asked_about_first_and_one_that_is_released_is_not() {
        JobId asked = addHeld();
        it().command(asked, Act.RETRY);
        Claim inDoubt = it().claimOne(LIMITS.onCrash(CrashPolicy.RECONCILE));
        assertThat(inDoubt.known().doubts()).extracting(Doubt::code).containsExactly("ELSEWHERE");
        it().finish(inDoubt, StoreUnderTest.done());

        JobId released = addHeld();
        it().command(released, Act.RELEASE);
        Claim known = it().claimOne(LIMITS.onCrash(CrashPolicy.RECONCILE));
        assertThat(known.known().doubts()).isEmpty();
    }

    @Test
    void who_adds_it_again_is_told_that_it_is_held() {
        NewJob job = held(ParkedHead.BLOCKS);
        it().insert(job);

        Inserted again = it().insert(job);

        assertThat(again.answer()).isEqualTo(Inserted.Answer.EXISTING);
        assertThat(again.state()).isEqualTo(JobState.HELD);
        assertThat(it().store.attempts(job.id())).hasSize(1);
    }

    @Test
    void it_is_there_if_and_only_if_the_callers_transaction_commits() {
        NewJob lost = held(ParkedHead.BLOCKS);
        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(lost), it().now());
        }
        NewJob kept = held(ParkedHead.BLOCKS);
        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(kept), it().now());
            transaction.commit();
        }

        assertThat(it().store.find(lost.id(), it().now())).isEmpty();
        assertThat(it().state(kept.id())).isEqualTo(JobState.HELD);
        assertThat(it().number(kept.id())).isEqualTo(1);
        assertThat(it().claimable()).isEmpty();
    }
}
