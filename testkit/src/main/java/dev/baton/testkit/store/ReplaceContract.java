package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Inserted;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.Replace;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Putting another job in the place of one that was wrong. */
abstract class ReplaceContract {

    private static final String BETTER = "{\"amount\":2}";

    abstract StoreUnderTest it();

    private JobId replaced(JobId job) {
        JobId by = it().job().id();
        it().replace(job, by, BETTER).orThrow();
        return by;
    }

    private void assertUntouched(JobView before, CommandResult result, CommandResult expected) {
        assertThat(result).isEqualTo(expected);
        assertThat(it().find(before.id())).isEqualTo(before);
        assertThat(it().store.actions(10)).isEmpty();
    }

    @Test
    void the_old_job_is_cancelled_and_another_with_the_new_data_stands_in_its_place() {
        JobId old = it().insert(it().job(ROUTE, 7, it().now())).id();
        JobId by = it().job().id();
        it().advance(Duration.ofSeconds(1));

        assertThat(it().replace(old, by, BETTER)).isEqualTo(new CommandResult.Applied("ready", "replaced by " + by));

        assertThat(it().state(old)).isEqualTo(JobState.CANCELLED);
        AttemptView last = it().find(old).last().orElseThrow();
        assertThat(last.kind()).isEqualTo(Kind.CANCELLED);
        assertThat(last.detail().code()).isEqualTo("REPLACE");
        assertThat(last.detail().message()).contains(by.toString());
        assertThat(it().find(by).facts())
                .isEqualTo(new JobView.Facts(
                        "another", 7, Optional.empty(), it().now(), Optional.empty(), Optional.of(old)));
        Claim claim = it().claimOne();
        assertThat(claim.id()).isEqualTo(by);
        assertThat(claim.payload()).isEqualTo(Payload.of(BETTER, "another"));
    }

    @Test
    void it_is_recorded_with_who_and_why_and_never_with_the_data() {
        JobId old = it().add();
        JobId by = replaced(old);

        ActionView action = it().store.actions(10).get(0);
        assertThat(action)
                .isEqualTo(new ActionView("REPLACE", old.toString(), BY, "ready", "replaced by " + by, it().now()));
        assertThat(it().store.payload(old).orElseThrow().isRedacted())
                .as("what was accepted stays")
                .isFalse();
    }

    @Test
    void the_new_job_begins_afresh_and_is_due_when_the_old_one_was() {
        JobId later = it().arrange(JobState.SCHEDULED);
        Optional<Instant> due = it().find(later).standing().dueAt();
        assertThat(it().find(replaced(later)).standing().dueAt()).isEqualTo(due);

        JobId retrying = it().arrange(JobState.RETRYING);
        JobId dead = it().arrange(JobState.DEAD);
        JobId afterRetrying = replaced(retrying);
        JobId afterDead = replaced(dead);

        assertThat(List.of(afterRetrying, afterDead)).allSatisfy(job -> {
            assertThat(it().state(job)).isEqualTo(JobState.READY);
            assertThat(it().find(job).standing().tally()).isEqualTo(JobView.Tally.NONE);
        });
    }

    @Test
    void the_new_job_can_be_of_a_newer_version() {
        JobId old = it().add();
        JobId by = it().job().id();
        it().store.command(List.of(new Replace(old, by, 2, Payload.of(BETTER, "v2"), BY)), it().now());

        assertThat(it().find(by).route()).isEqualTo(new Route("default", "receipt.send", 2));
    }

    @Test
    void in_a_lane_the_new_job_goes_to_the_end_and_the_old_number_is_not_used_again() {
        List<JobId> jobs = it().addTo("alice", 3);

        JobId by = replaced(jobs.get(1));

        assertThat(it().find(by).facts().turn()).contains(new Turn("alice", 4));
        assertThat(it().doAll()).containsExactly(jobs.get(0), jobs.get(2), by);
    }

    @Test
    void replacing_a_dead_head_opens_its_lane() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));

        JobId by = replaced(jobs.get(0));

        assertThat(it().doAll()).containsExactly(jobs.get(1), by);
    }

    @Test
    void replacing_the_only_one_of_a_lane_lets_the_new_one_begin() {
        JobId by = replaced(it().addTo("alice"));

        assertThat(it().claimable()).containsExactly(by);
    }

    @Test
    void an_active_key_goes_over_to_the_new_job() {
        JobId old = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();

        JobId by = replaced(old);

        Inserted again = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        assertThat(again.answer()).isEqualTo(Inserted.Answer.EXISTING);
        assertThat(again.id()).isEqualTo(by);
        assertThat(it().find(by).facts().key()).contains("k");
        assertThat(it().doAll()).containsExactly(by);
        assertThat(it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).answer()).isEqualTo(Inserted.Answer.ADDED);
    }

    @Test
    void a_key_for_ever_goes_on_answering_for_the_old_job() {
        JobId old = it().insert(it().keyed(KeyScope.FOREVER, "k", "{}")).id();

        JobId by = replaced(old);

        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "k", "{}")))
                .isEqualTo(it().answer(old, Inserted.Answer.EXISTING, JobState.CANCELLED));
        assertThat(it().find(by).facts().key()).isEmpty();
    }

    @Test
    void a_dead_job_whose_key_another_has_by_now_is_not_replaced() {
        JobId dead = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        JobId holder = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();
        JobView before = it().find(dead);

        assertUntouched(before, it().replace(dead, it().job().id(), BETTER), new CommandResult.KeyTaken(holder));
    }

    @Test
    void neither_the_heir_of_a_key_nor_the_one_before_it_is_replaced() {
        JobId holder = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();
        Claim running = it().claimOne();
        JobId heir = it().insert(inLane("alice", it().again("k"))).id();
        JobView waiting = it().find(heir);
        assertUntouched(waiting, it().replace(heir, it().job().id(), BETTER), new CommandResult.KeyTaken(holder));

        it().finish(running, it().retryIn(Duration.ofSeconds(1)));
        JobView retrying = it().find(holder);
        assertUntouched(retrying, it().replace(holder, it().job().id(), BETTER), new CommandResult.KeyTaken(heir));
    }

    @Test
    void a_job_in_doubt_is_not_replaced() {
        JobId job = it().add();
        Claim claim = it().claimOne(LIMITS.onCrash(CrashPolicy.RECONCILE));
        it().finish(claim, new Ending.Unknown(it().now(), "NO_ANSWER", "", true));

        assertUntouched(it().find(job), it().replace(job, it().job().id(), BETTER), new CommandResult.InDoubt());
    }

    @Test
    void a_job_nobody_knows_is_not_replaced() {
        JobId by = it().job().id();

        assertThat(it().replace(it().job().id(), by, BETTER)).isEqualTo(new CommandResult.NotFound());
        assertThat(it().store.find(by, it().now())).isEmpty();
    }

    @Test
    void a_checkpoint_stays_with_the_old_job() {
        JobId old = it().add();
        Claim claim = it().claimOne();
        it().store.checkpoint(List.of(new Checkpoint(old, claim.fence(), "{}")), it().now());
        it().finish(claim, new Ending.Dead("NEVER", ""));

        replaced(old);

        assertThat(it().store.checkpoint(old)).isPresent();
        assertThat(it().claimOne().known().checkpoint()).isEmpty();
    }
}
