package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finished;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeBeat;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Recovered;
import dev.baton.store.Recovered.Moved;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Moving the jobs of the dead. */
abstract class RecoverContract {

    abstract StoreUnderTest it();

    private Recovered recoverAll() {
        return it().store.recover(Optional.empty(), 1000, it().now());
    }

    @Test
    @Tag("R-003-38")
    @Tag("R-003-65")
    void what_a_dead_node_was_running_is_ready_again_and_the_loss_is_on_record() {
        it().add();
        Claim claim = it().claimOne();
        it().advance(Duration.ofSeconds(5));

        Recovered recovered = it().loseNode();

        assertThat(recovered.moved())
                .containsExactly(new Moved(claim.id(), claim.route(), claim.fence(), JobState.READY));
        assertThat(recovered.skipped()).isEmpty();
        assertThat(it().find(claim.id()).standing().tally()).isEqualTo(new Tally(1, 0, 1));
        AttemptView orphaned = it().find(claim.id()).last().orElseThrow();
        assertThat(orphaned.kind()).isEqualTo(Kind.ORPHANED);
        assertThat(orphaned.fence()).isEqualTo(claim.fence());
        assertThat(it().claimOne().tally().attempts()).isEqualTo(2);
    }

    @Test
    @Tag("R-002-03")
    @Tag("R-003-73")
    void what_is_not_running_is_left_alone() {
        Map<JobState, JobId> others = new EnumMap<>(JobState.class);
        for (JobState state :
                List.of(JobState.SCHEDULED, JobState.RETRYING, JobState.DONE, JobState.DEAD, JobState.HELD)) {
            others.put(state, it().arrange(state));
        }

        assertThat(it().loseNode().moved()).isEmpty();

        others.forEach((state, id) -> assertThat(it().state(id)).isEqualTo(state));
    }

    @Test
    void an_empty_store_recovers_without_a_word() {
        assertThat(it().loseNode()).isEqualTo(new Recovered(List.of(), List.of(), Optional.empty()));
    }

    @Test
    void whose_beat_is_another_than_the_one_that_was_seen_is_not_declared_dead_and_keeps_its_jobs() {
        it().add();
        Claim claim = it().claimOne();
        NodeBeat now = it().store.liveNodes().get(0);

        assertThat(it().store.declareDead(new NodeBeat(now.node(), now.beat() - 1), it().now()))
                .isFalse();
        assertThat(it().store.liveNodes()).containsExactly(now);
        assertThat(recoverAll().moved()).isEmpty();
        assertThat(it().state(claim.id())).isEqualTo(JobState.RUNNING);

        assertThat(it().store.declareDead(now, it().now())).isTrue();
        assertThat(recoverAll().moved()).extracting(Moved::id).containsExactly(claim.id());
    }

    @Test
    @Tag("R-003-63")
    void a_live_node_is_never_robbed_however_long_its_jobs_run() {
        it().add();
        Claim claim = it().claimOne();
        it().advance(Duration.ofDays(365));

        assertThat(recoverAll().moved()).isEmpty();
        assertThat(it().finish(claim, StoreUnderTest.done()).state()).contains(JobState.DONE);
    }

    @Test
    @Tag("R-002-16")
    @Tag("R-003-57")
    @Tag("R-003-66")
    void recovering_twice_moves_nothing_twice() {
        it().add();
        it().claimOne();
        it().loseNode();

        assertThat(recoverAll().moved()).isEmpty();
        assertThat(it().claim(it().node(), 10).claims()).hasSize(1);
    }

    @Test
    void a_job_that_takes_its_process_down_three_times_is_parked_as_dead() {
        JobId killer = it().add();
        for (int i = 1; i <= 2; i++) {
            it().claimOne();
            it().loseNode();
            assertThat(it().state(killer)).isEqualTo(JobState.READY);
        }
        it().claimOne();

        assertThat(it().loseNode().moved()).extracting(Moved::to).containsExactly(JobState.DEAD);
        assertThat(it().find(killer).standing().tally()).isEqualTo(new Tally(3, 0, 3));
    }

    @Test
    @Tag("R-003-69")
    void losses_and_failures_share_one_budget() {
        it().add();
        var two = Terms.of(2, 3);
        Claim first = it().claim(List.of(), 1, Map.of(StoreUnderTest.ROUTE, two))
                .claims()
                .get(0);
        it().finish(first, it().retryIn(Duration.ZERO));
        it().claim(List.of(), 1, Map.of(StoreUnderTest.ROUTE, two));

        assertThat(it().loseNode().moved()).extracting(Moved::to).containsExactly(JobState.DEAD);
    }

    @Test
    void a_lost_job_that_was_to_be_cancelled_is_cancelled() {
        it().add();
        Claim claim = it().claimOne();
        it().command(claim.id(), Act.CANCEL);

        assertThat(it().loseNode().moved()).extracting(Moved::to).containsExactly(JobState.CANCELLED);
        assertThat(it().state(claim.id())).isEqualTo(JobState.CANCELLED);
        assertThat(it().finish(claim, StoreUnderTest.done()).answer())
                .as("its owner has recorded nothing")
                .isEqualTo(Finished.Answer.FENCED);
    }

    @Test
    void many_are_moved_in_steps_in_the_order_of_their_ids() {
        List<JobId> added = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            added.add(it().add());
        }
        it().claim(it().node(), 25);
        it().store.leave(it().node(), it().now());

        List<JobId> moved = new ArrayList<>();
        Optional<JobId> last = Optional.empty();
        Recovered step = it().store.recover(last, 10, it().now());
        while (step.last().isPresent()) {
            step.moved().forEach(each -> moved.add(each.id()));
            last = step.last();
            step = it().store.recover(last, 10, it().now());
        }

        assertThat(moved).isEqualTo(added);
    }

    @Test
    void a_node_that_left_does_not_live_and_an_id_is_not_used_twice() {
        assertThat(it().store.beat(it().node(), it().now())).isTrue();
        var gone = it().node();
        it().loseNode();

        assertThat(it().store.beat(gone, it().now())).isFalse();
        assertThat(it().store.liveNodes()).extracting(beat -> beat.node()).containsExactly(it().node());
    }

    @Test
    void what_is_done_while_another_is_lost_stays_done() {
        it().add();
        Claim finished = it().claimOne();
        it().finish(finished, new Ending.Done(Optional.empty()));
        it().add();
        it().claimOne();

        it().loseNode();

        assertThat(it().state(finished.id())).isEqualTo(JobState.DONE);
    }
}
