package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Inserted;
import dev.baton.store.Inserted.Answer;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Unique keys. */
abstract class KeyContract {

    abstract StoreUnderTest it();

    private Inserted insert(KeyScope scope) {
        return it().insert(it().keyed(scope, "k", "{}"));
    }

    @Test
    void a_key_for_ever_always_answers_with_its_first_job_also_when_that_is_long_done() {
        JobId first = insert(KeyScope.FOREVER).id();
        assertThat(insert(KeyScope.FOREVER)).isEqualTo(it().answer(first, Answer.EXISTING, JobState.READY));

        Claim claim = it().claimOne();
        assertThat(insert(KeyScope.FOREVER).state()).isEqualTo(JobState.RUNNING);

        it().finish(claim, StoreUnderTest.done());
        assertThat(insert(KeyScope.FOREVER)).isEqualTo(it().answer(first, Answer.EXISTING, JobState.DONE));
    }

    @Test
    void whom_a_key_belongs_to_is_not_changed_by_adding_that_job_again_without_it() {
        NewJob first = it().keyed(KeyScope.FOREVER, "k", "{\"a\":1}");
        it().insert(first);
        NewJob other = it().keyed(KeyScope.FOREVER, "k", "{\"a\":2}");
        var again = new NewJob(first.id(), first.route(), other.payload(), first.urgency());

        assertThatThrownBy(() -> it().store.insert(List.of(other, again), it().now()))
                .isInstanceOf(KeyReusedException.class);
        assertThat(it().store.find(other.id(), it().now())).isEmpty();
    }

    @Test
    @Tag("R-003-27")
    void a_key_for_ever_with_another_payload_is_refused_and_names_the_job_that_has_it() {
        JobId first = insert(KeyScope.FOREVER).id();

        assertThatThrownBy(() -> it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"other\":1}")))
                .isInstanceOfSatisfying(KeyReusedException.class, e -> {
                    assertThat(e.code()).isEqualTo("KEY_REUSED");
                    assertThat(e.existing()).isEqualTo(first);
                });
        assertThat(it().store.payload(first).orElseThrow().json()).isEqualTo("{}");
        assertThat(it().claimable()).containsExactly(first);
    }

    @Test
    void payloads_of_different_versions_are_not_compared() {
        JobId first = insert(KeyScope.FOREVER).id();
        var newer = new Route("default", "receipt.send", 2);

        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"v\":2}", newer, false))
                        .id())
                .isEqualTo(first);
    }

    @Test
    void keys_of_different_types_and_scopes_are_strangers() {
        var other = new Route("default", "invoice.send", 1);

        assertThat(insert(KeyScope.FOREVER).answer()).isEqualTo(Answer.ADDED);
        assertThat(insert(KeyScope.ACTIVE).answer()).isEqualTo(Answer.ADDED);
        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "k", "{}", other, false))
                        .answer())
                .isEqualTo(Answer.ADDED);
    }

    @Test
    @Tag("R-001-69")
    void an_active_key_is_taken_while_its_job_is_pending_running_retrying_or_held() {
        JobId first = insert(KeyScope.ACTIVE).id();
        var taken = it().answer(first, Answer.EXISTING, JobState.READY);
        assertThat(insert(KeyScope.ACTIVE)).isEqualTo(taken);

        Claim claim = it().claimOne();
        assertThat(insert(KeyScope.ACTIVE).id()).isEqualTo(first);

        it().finish(claim, it().retryIn(Duration.ZERO));
        assertThat(insert(KeyScope.ACTIVE).id()).isEqualTo(first);

        it().finish(it().claimOne(), new Ending.Held("TIMEOUT", ""));
        assertThat(insert(KeyScope.ACTIVE)).isEqualTo(it().answer(first, Answer.EXISTING, JobState.HELD));
    }

    @Test
    void an_active_key_is_free_again_when_its_job_is_done_cancelled_or_dead() {
        for (Ending ending : new Ending[] {StoreUnderTest.done(), new Ending.Cancelled(), new Ending.Dead("X", "")}) {
            insert(KeyScope.ACTIVE);
            it().finish(it().claimOne(), ending);

            assertThat(insert(KeyScope.ACTIVE).answer()).as(ending.toString()).isEqualTo(Answer.ADDED);
            it().finish(it().claimOne(), StoreUnderTest.done());
        }
    }

    @Test
    void a_dead_job_is_not_retried_while_another_stands_under_its_key() {
        JobId dead = insert(KeyScope.ACTIVE).id();
        it().finish(it().claimOne(), new Ending.Dead("X", ""));
        JobId next = insert(KeyScope.ACTIVE).id();

        assertThat(it().command(dead, Act.RETRY)).isEqualTo(new CommandResult.KeyTaken(next));
        assertThat(it().state(dead)).isEqualTo(JobState.DEAD);

        it().finish(it().claimOne(), StoreUnderTest.done());
        assertThat(it().command(dead, Act.RETRY)).isInstanceOf(CommandResult.Applied.class);
        assertThat(insert(KeyScope.ACTIVE).id()).as("and it has its key back").isEqualTo(dead);
    }

    @Test
    @Tag("R-004-33")
    void one_more_job_can_stand_behind_the_running_one_and_begins_when_that_has_ended() {
        insert(KeyScope.ACTIVE);
        Claim running = it().claimOne();

        Inserted behind = it().insert(it().again("k"));
        assertThat(behind.answer()).isEqualTo(Answer.ADDED_BEHIND);
        assertThat(behind.state()).isEqualTo(JobState.WAITING);
        assertThat(it().insert(it().again("k")))
                .as("one, not two")
                .isEqualTo(it().answer(behind.id(), Answer.EXISTING, JobState.WAITING));
        assertThat(it().claim(it().node(), 10).claims()).isEmpty();

        it().finish(running, StoreUnderTest.done());
        assertThat(it().claimOne().id()).isEqualTo(behind.id());
    }

    @Test
    void the_one_behind_waits_through_retries_and_losses_and_inherits_when_the_first_dies() {
        insert(KeyScope.ACTIVE);
        Claim running = it().claimOne();
        JobId behind = it().insert(it().again("k")).id();

        it().finish(running, it().retryIn(Duration.ZERO));
        assertThat(it().state(behind)).isEqualTo(JobState.WAITING);
        Claim second = it().claimOne();
        assertThat(second.id()).isEqualTo(running.id());

        it().finish(second, new Ending.Dead("X", ""));
        assertThat(it().state(behind)).isEqualTo(JobState.READY);
        assertThat(it().command(running.id(), Act.RETRY)).isEqualTo(new CommandResult.KeyTaken(behind));
    }

    @Test
    void the_one_behind_can_be_cancelled_and_another_may_take_its_place() {
        insert(KeyScope.ACTIVE);
        it().claimOne();
        JobId behind = it().insert(it().again("k")).id();

        assertThat(it().command(behind, Act.CANCEL)).isEqualTo(new CommandResult.Applied("waiting", "cancelled"));
        assertThat(it().insert(it().again("k")).answer()).isEqualTo(Answer.ADDED_BEHIND);
    }

    @Test
    @Tag("R-003-22")
    @Tag("R-003-23")
    void of_ten_at_once_with_one_key_one_is_added_and_all_get_its_id() throws Exception {
        List<Callable<JobId>> producers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            NewJob job = it().keyed(KeyScope.FOREVER, "k", "{}");
            producers.add(() -> it().insert(job).id());
        }

        Set<JobId> answers = new HashSet<>(AtOnce.run(producers));

        assertThat(answers).hasSize(1);
        assertThat(it().doAll()).containsExactlyElementsOf(answers);
        assertThat(insert(KeyScope.FOREVER).id()).as("also when it is done").isIn(answers);
    }

    @Test
    void who_has_keys_that_begin_alike_is_found_in_the_order_of_their_bytes() {
        var other = new Route("default", "other", 1);
        JobId plain = it().insert(it().keyed(KeyScope.FOREVER, "i/", "{}")).id();
        JobId high = it().insert(it().keyed(KeyScope.FOREVER, "i/\ud83d\ude00", "{}"))
                .id();
        JobId low = it().insert(it().keyed(KeyScope.FOREVER, "i/\uffee", "{}")).id();
        it().insert(it().keyed(KeyScope.FOREVER, "i", "{}"));
        it().insert(it().keyed(KeyScope.FOREVER, "i0", "{}"));
        it().insert(it().keyed(KeyScope.ACTIVE, "i/a", "{}"));
        it().insert(it().keyed(KeyScope.FOREVER, "i/a", "{}", other, false));

        assertThat(it().store.keyed(StoreUnderTest.ROUTE.type(), KeyScope.FOREVER, "i/", 10))
                .containsExactly(Map.entry("i/", plain), Map.entry("i/\uffee", low), Map.entry("i/\ud83d\ude00", high));
        assertThat(it().store.keyed(StoreUnderTest.ROUTE.type(), KeyScope.FOREVER, "i/", 2))
                .containsOnlyKeys("i/", "i/\uffee");
    }

    @Test
    void a_key_is_found_with_who_has_it_and_not_with_who_is_to_have_it_next() {
        JobId first = insert(KeyScope.ACTIVE).id();
        Claim claim = it().claimOne();
        JobId next = it().insert(it().again("k")).id();
        String type = StoreUnderTest.ROUTE.type();

        assertThat(it().store.keyed(type, KeyScope.ACTIVE, "k", 10)).containsExactly(Map.entry("k", first));
        it().finish(claim, StoreUnderTest.done());
        assertThat(it().store.keyed(type, KeyScope.ACTIVE, "k", 10)).containsExactly(Map.entry("k", next));
    }
}
