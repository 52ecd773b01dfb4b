package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.assertRefused;
import static dev.baton.testkit.store.StoreUnderTest.commitInVain;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Progress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What attempts keep for those after them. */
abstract class CheckpointContract {

    private static final String BLOCK_7 = "{ \"block\" : 7 }";

    abstract StoreUnderTest it();

    private Claim claim() {
        it().add();
        return it().claimOne();
    }

    private boolean keep(Claim claim, String json) {
        return it().store
                .checkpoint(List.of(new Checkpoint(claim.id(), claim.fence(), json)), it().now())
                .get(0);
    }

    @Test
    void a_checkpoint_is_kept_by_the_letter_and_the_newest_counts() {
        Claim claim = claim();
        assertThat(claim.known().checkpoint()).isEmpty();
        assertThat(it().store.checkpoint(claim.id())).isEmpty();

        assertThat(keep(claim, "{\"block\":1}")).isTrue();
        assertThat(keep(claim, BLOCK_7)).isTrue();

        assertThat(it().store.checkpoint(claim.id())).contains(BLOCK_7);
        assertThat(it().state(claim.id())).isEqualTo(JobState.RUNNING);
    }

    @Test
    void a_checkpoint_is_there_for_the_next_attempt_however_the_last_one_ended() {
        Claim claim = claim();
        keep(claim, BLOCK_7);
        List<Ending> endings = List.of(
                it().retryIn(Duration.ZERO),
                new Ending.Snooze(it().now()),
                new Ending.Released(),
                new Ending.Unstarted(it().now()),
                new Ending.Unknown(it().now(), "NO_ANSWER", "", false));
        for (Ending ending : endings) {
            it().finish(claim, ending);
            claim = it().claimOne();
            assertThat(claim.known().checkpoint()).as(ending.toString()).contains(BLOCK_7);
        }
    }

    @Test
    void a_checkpoint_survives_the_death_of_its_process() {
        keep(claim(), BLOCK_7);

        it().loseNode();

        assertThat(it().claimOne().known().checkpoint()).contains(BLOCK_7);
    }

    @Test
    void a_checkpoint_survives_parking_and_what_operators_do_then() {
        Claim claim = claim();
        keep(claim, BLOCK_7);
        it().finish(claim, new Ending.Dead("NEVER", ""));
        it().command(claim.id(), Act.RETRY);
        Claim second = it().claimOne();
        assertThat(second.known().checkpoint()).contains(BLOCK_7);

        it().finish(second, new Ending.Held("NO_ANSWER", ""));
        it().command(claim.id(), Act.RELEASE);
        assertThat(it().claimOne().known().checkpoint()).contains(BLOCK_7);
    }

    @Test
    @Tag("R-004-17")
    void progress_does_not_touch_a_checkpoint_nor_the_other_way_round() {
        Claim claim = claim();
        keep(claim, BLOCK_7);
        var mark = new Progress.Mark(0, 100, "from the beginning");
        it().store.progress(List.of(new Progress(claim.id(), claim.fence(), mark)), it().now());

        assertThat(it().store.checkpoint(claim.id())).contains(BLOCK_7);
        keep(claim, "{\"block\":8}");
        assertThat(it().find(claim.id()).standing().hold().orElseThrow().progress())
                .contains(mark);
    }

    @Test
    void an_owner_that_lost_its_job_keeps_nothing() {
        Claim stale = claim();
        keep(stale, BLOCK_7);
        it().loseNode();
        assertThat(keep(stale, "stale")).as("it is pending").isFalse();
        Claim current = it().claimOne();
        assertThat(keep(stale, "stale")).as("another has it").isFalse();
        assertThat(it().store.checkpoint(stale.id())).contains(BLOCK_7);

        it().finish(current, done());
        assertThat(keep(current, "late")).as("it is over").isFalse();
        assertThat(it().store.checkpoint(stale.id())).contains(BLOCK_7);
    }

    @Test
    void in_a_batch_each_is_answered_for_itself() {
        Claim one = claim();
        Claim other = claim();

        List<Boolean> kept = it().store
                .checkpoint(
                        List.of(
                                new Checkpoint(one.id(), one.fence(), "1"),
                                new Checkpoint(other.id(), other.fence() + 1, "2"),
                                new Checkpoint(it().job().id(), 1, "3"),
                                new Checkpoint(other.id(), other.fence(), "4")),
                        it().now());

        assertThat(kept).containsExactly(true, false, false, true);
        assertThat(it().store.checkpoint(one.id())).contains("1");
        assertThat(it().store.checkpoint(other.id())).contains("4");
        assertThat(it().store.checkpoint(List.of(), it().now())).isEmpty();
    }

    @Test
    void a_checkpoint_in_a_callers_transaction_is_kept_if_and_only_if_that_commits() {
        Claim claim = claim();
        try (CallerTransaction transaction = it().begin()) {
            it().store.checkpoint(transaction.handle(), new Checkpoint(claim.id(), claim.fence(), "1"), it().now());
        }
        assertThat(it().store.checkpoint(claim.id())).isEmpty();

        try (CallerTransaction transaction = it().begin()) {
            it().store.checkpoint(transaction.handle(), new Checkpoint(claim.id(), claim.fence(), "2"), it().now());
            transaction.commit();
        }
        assertThat(it().store.checkpoint(claim.id())).contains("2");
    }

    @Test
    void a_stale_owner_is_refused_in_its_transaction_which_stays_usable_or_comes_to_nothing_as_a_whole() {
        Claim stale = claim();
        it().loseNode();
        it().claimOne();
        NewJob before = it().job();
        NewJob after = it().job();
        List<NewJob> committed = List.of();

        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(before), it().now());
            assertRefused(
                    () -> it().store
                            .checkpoint(
                                    transaction.handle(),
                                    new Checkpoint(stale.id(), stale.fence(), "stale"),
                                    it().now()),
                    "STALE_FENCE");
            if (it().isDoomed(transaction)) {
                commitInVain(transaction);
            } else {
                it().store.insert(transaction.handle(), List.of(after), it().now());
                transaction.commit();
                committed = List.of(before, after);
            }
        }

        assertThat(it().store.checkpoint(stale.id())).isEmpty();
        assertThat(it().store.standings(List.of(before.id(), after.id()), it().now()))
                .containsOnlyKeys(committed.stream().map(NewJob::id).toArray(JobId[]::new));
    }

    @Test
    void a_checkpoint_goes_with_its_job_and_stays_until_then() {
        JobId job = claim().id();
        it().loseNode();
        Claim claim = it().claimOne();
        keep(claim, BLOCK_7);
        it().finish(claim, done());
        assertThat(it().store.checkpoint(job)).contains(BLOCK_7);

        it().advance(Duration.ofDays(1));
        assertThat(it().store.prune(it().now(), 10)).isEqualTo(1);

        assertThat(it().store.checkpoint(job)).isEmpty();
    }
}
