package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Finished;
import dev.baton.store.Inserted.Answer;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Removing what ended long ago. */
abstract class PruneContract {

    private static final Duration DAY = Duration.ofDays(1);
    /** What stands behind another comes before what could be claimed instead of that one. */
    private static final List<JobState> ONE_OF_EACH = List.of(
            JobState.SCHEDULED,
            JobState.DONE,
            JobState.CANCELLED,
            JobState.DEAD,
            JobState.HELD,
            JobState.RETRYING,
            JobState.RUNNING,
            JobState.WAITING,
            JobState.READY);

    abstract StoreUnderTest it();

    /** In one of the two ways. */
    int prune(Instant endedBefore, int limit) {
        return it().store.prune(endedBefore, limit);
    }

    /** Removes whatever may be removed. */
    private int pruneAll() {
        return prune(it().now().plus(DAY), 1000);
    }

    private List<JobView> list(JobFilter filter) {
        return it().store.list(filter, Optional.empty(), 1000, it().now());
    }

    @Test
    void what_ended_before_that_time_is_gone_and_what_ended_then_or_later_stays() {
        JobId before = it().arrange(JobState.DONE);
        it().advance(DAY);
        JobId then = it().arrange(JobState.DONE);

        assertThat(prune(it().now(), 100)).isEqualTo(1);

        assertThat(it().store.find(before, it().now())).isEmpty();
        assertThat(it().store.attempts(before)).isEmpty();
        assertThat(it().store.payload(before)).isEmpty();
        assertThat(it().store.standings(List.of(before, then), it().now())).containsOnlyKeys(then);
        assertThat(list(JobFilter.ALL)).extracting(JobView::id).containsExactly(then);
        assertThat(it().store.attempts(then)).hasSize(1);
        assertThat(prune(it().now(), 100)).isZero();
    }

    @Test
    void what_stands_anywhere_is_never_removed_however_old_it_is() {
        Map<JobState, JobId> jobs = new EnumMap<>(JobState.class);
        ONE_OF_EACH.forEach(state -> jobs.put(state, it().arrange(state)));
        it().advance(DAY.multipliedBy(3_650));
        int all = list(JobFilter.ALL).size();
        Map<JobState, Optional<JobView>> expected = new EnumMap<>(JobState.class);
        jobs.forEach(
                (state, job) -> expected.put(state, state.isFinal() ? Optional.empty() : Optional.of(it().find(job))));

        assertThat(pruneAll()).isEqualTo(2);

        assertThat(jobs).containsOnlyKeys(JobState.values());
        jobs.forEach((state, job) -> assertThat(it().store.find(job, it().now()))
                .as(state.toString())
                .isEqualTo(expected.get(state)));
        assertThat(list(JobFilter.ALL)).hasSize(all - 2);
    }

    @Test
    void the_whole_past_of_a_job_goes_and_nothing_of_a_parked_one() {
        JobId parked = it().arrange(JobState.DEAD);
        JobId job = it().add();
        it().finish(it().claimOne(), it().retryIn(Duration.ZERO));
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        it().command(job, Act.RETRY);
        it().finish(it().claimOne(), StoreUnderTest.done());
        assertThat(it().store.attempts(job)).hasSize(4);

        assertThat(pruneAll()).isEqualTo(1);

        assertThat(it().store.attempts(job)).isEmpty();
        assertThat(list(JobFilter.ALL.state(JobState.DONE))).isEmpty();
        assertThat(it().store.attempts(parked)).hasSize(1);
    }

    @Test
    void the_time_counts_from_the_end_and_not_from_earlier_attempts() {
        JobId job = it().add();
        it().finish(it().claimOne(), it().retryIn(Duration.ZERO));
        it().advance(DAY);
        it().finish(it().claimOne(), StoreUnderTest.done());

        assertThat(prune(it().now(), 100)).isZero();

        assertThat(it().store.attempts(job)).hasSize(2);
    }

    @Test
    void at_most_so_many_are_removed_and_the_longest_ended_first() {
        List<JobId> added = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            added.add(it().add());
        }
        List<Claim> claims = new ArrayList<>(it().claim(it().node(), 7).claims());
        Collections.reverse(claims);
        for (Claim claim : claims) {
            it().finish(claim, StoreUnderTest.done());
            it().advance(DAY);
        }

        assertThat(prune(it().now(), 3)).isEqualTo(3);
        assertThat(list(JobFilter.ALL))
                .extracting(JobView::id)
                .containsExactlyInAnyOrderElementsOf(added.subList(0, 4));
        assertThat(prune(it().now(), 3)).isEqualTo(3);
        assertThat(list(JobFilter.ALL)).extracting(JobView::id).containsExactly(added.get(0));
        assertThat(prune(it().now(), 3)).isEqualTo(1);
    }

    @Test
    void a_key_for_ever_goes_on_answering_with_its_job_its_state_and_its_payload() {
        JobId done = it().insert(it().keyed(KeyScope.FOREVER, "done", "{}")).id();
        it().finish(it().claimOne(), StoreUnderTest.done());
        JobId cancelled =
                it().insert(it().keyed(KeyScope.FOREVER, "cancelled", "{}")).id();
        it().command(cancelled, Act.CANCEL);
        it().advance(DAY.multipliedBy(3_650));

        assertThat(pruneAll()).isZero();

        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "done", "{}")))
                .isEqualTo(it().answer(done, Answer.EXISTING, JobState.DONE));
        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "cancelled", "{}")))
                .isEqualTo(it().answer(cancelled, Answer.EXISTING, JobState.CANCELLED));
        assertThatThrownBy(() -> it().insert(it().keyed(KeyScope.FOREVER, "done", "{\"other\":1}")))
                .isInstanceOf(KeyReusedException.class);
        assertThat(it().store.attempts(done)).hasSize(1);
    }

    @Test
    void jobs_with_a_key_for_ever_do_not_count_against_the_limit() {
        for (int i = 0; i < 5; i++) {
            it().insert(it().keyed(KeyScope.FOREVER, "k" + i, "{}"));
            it().finish(it().claimOne(), StoreUnderTest.done());
        }
        JobId plain = it().arrange(JobState.DONE);

        assertThat(prune(it().now().plus(DAY), 1)).isEqualTo(1);

        assertThat(it().store.find(plain, it().now())).isEmpty();
    }

    @Test
    void a_removed_job_leaves_nothing_behind_under_its_active_key() {
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        Claim first = it().claimOne();
        JobId behind = it().insert(it().again("k")).id();
        it().command(behind, Act.CANCEL);
        assertThat(pruneAll()).as("the one that was to be next").isEqualTo(1);

        JobId next = it().insert(it().again("k")).id();
        assertThat(it().state(next)).isEqualTo(JobState.WAITING);
        it().finish(first, StoreUnderTest.done());
        assertThat(pruneAll()).as("the one that had the key first").isEqualTo(1);

        assertThat(it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")))
                .isEqualTo(it().answer(next, Answer.EXISTING, JobState.READY));
        it().finish(it().claimOne(), StoreUnderTest.done());
        assertThat(pruneAll()).isEqualTo(1);
        assertThat(it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).answer()).isEqualTo(Answer.ADDED);
    }

    @Test
    void a_dead_job_can_be_retried_when_the_one_that_followed_it_is_removed() {
        JobId dead = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        it().finish(it().claimOne(), StoreUnderTest.done());

        assertThat(pruneAll()).isEqualTo(1);

        assertThat(it().command(dead, Act.RETRY)).isInstanceOf(CommandResult.Applied.class);
        assertThat(it().claimOne().id()).isEqualTo(dead);
    }

    @Test
    void what_operators_did_to_a_removed_job_stays_on_record() {
        JobId job = it().add();
        it().command(job, Act.CANCEL);
        var actions = it().store.actions(10);

        assertThat(pruneAll()).isEqualTo(1);

        assertThat(it().store.actions(10)).isEqualTo(actions).hasSize(1);
        assertThat(it().command(job, Act.RETRY)).isEqualTo(new CommandResult.NotFound());
    }

    @Test
    void a_removed_job_is_as_unknown_as_one_that_never_was() {
        NewJob job = it().job();
        it().insert(job);
        Claim claim = it().claimOne();
        it().finish(claim, StoreUnderTest.done());

        pruneAll();

        assertThat(it().finish(claim, StoreUnderTest.done()).answer()).isEqualTo(Finished.Answer.FENCED);
        assertThat(it().insert(job).answer()).isEqualTo(Answer.ADDED);
        assertThat(it().claimOne().fence()).isGreaterThan(claim.fence());
    }

    @Test
    void an_empty_store_is_pruned_without_a_word() {
        assertThat(pruneAll()).isZero();
    }
}
