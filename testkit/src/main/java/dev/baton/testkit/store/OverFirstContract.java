package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView;
import dev.baton.store.Claimed;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.HeldFirst;
import dev.baton.store.Inserted;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OverFirst;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that are over from the start: they were done or given up elsewhere. */
abstract class OverFirstContract {

    abstract StoreUnderTest it();

    private static final OverFirst DONE = new OverFirst(JobState.DONE, "ELSEWHERE", "It was sent there.");
    private static final OverFirst GIVEN_UP = new OverFirst(JobState.CANCELLED, "ELSEWHERE", "It failed there.");

    private NewJob over(OverFirst how, KeyScope scope, String key) {
        NewJob job = it().keyed(scope, key, "{}");
        return new NewJob(
                job.id(),
                job.route(),
                job.payload(),
                job.urgency(),
                new NewJob.Ties(Optional.of("alice"), job.key()),
                new NewJob.Care(true, Optional.empty(), Optional.of(how)));
    }

    private NewJob again(String key, String json) {
        NewJob job = it().keyed(KeyScope.FOREVER, key, json);
        var ties = new NewJob.Ties(Optional.of("alice"), job.key());
        return new NewJob(job.id(), job.route(), job.payload(), job.urgency(), ties, NewJob.Care.NONE);
    }

    @Test
    @Tag("R-003-21")
    void it_is_over_at_once_with_its_number_and_its_key_and_is_never_run() {
        Inserted done = it().insert(over(DONE, KeyScope.FOREVER, "a"));
        Inserted givenUp = it().insert(over(GIVEN_UP, KeyScope.FOREVER, "b"));
        JobId next = it().addTo("alice");

        assertThat(done.answer()).isEqualTo(Inserted.Answer.ADDED);
        assertThat(done.state()).isEqualTo(JobState.DONE);
        assertThat(it().state(done.id())).isEqualTo(JobState.DONE);
        assertThat(it().state(givenUp.id())).isEqualTo(JobState.CANCELLED);
        assertThat(it().number(givenUp.id())).isEqualTo(2);
        AttemptView last = it().find(done.id()).last().orElseThrow();
        assertThat(last.number()).as("no attempt of ours").isZero();
        assertThat(last.detail().code()).isEqualTo("ELSEWHERE");
        assertThat(it().doAll()).containsExactly(next);
        assertThat(it().command(done.id(), Act.RETRY).code()).isEqualTo("STATE_CONFLICT");
    }

    @Test
    @Tag("R-003-20")
    void the_same_again_answers_with_it_and_something_else_under_its_key_is_refused() {
        JobId first = it().insert(over(DONE, KeyScope.FOREVER, "a")).id();

        Inserted again = it().insert(again("a", "{}"));

        assertThat(again.answer()).isEqualTo(Inserted.Answer.EXISTING);
        assertThat(again.id()).isEqualTo(first);
        assertThat(again.state()).isEqualTo(JobState.DONE);
        assertThatThrownBy(() -> it().insert(again("a", "{\"other\":1}"))).isInstanceOf(KeyReusedException.class);
        assertThat(it().claim(it().node(), 10)).isEqualTo(new Claimed(List.of(), Optional.empty()));
    }

    @Test
    void an_active_key_is_free_at_once() {
        it().insert(over(DONE, KeyScope.ACTIVE, "a"));

        assertThat(it().insert(it().keyed(KeyScope.ACTIVE, "a", "{}")).answer()).isEqualTo(Inserted.Answer.ADDED);
    }

    @Test
    void within_a_transaction_it_is_there_if_that_commits_and_those_around_it_keep_their_order() {
        NewJob before = it().inLane("alice");
        NewJob after = it().inLane("alice");
        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(over(DONE, KeyScope.FOREVER, "a")), it().now());
        }
        try (CallerTransaction transaction = it().begin()) {
            it().store
                    .insert(
                            transaction.handle(),
                            List.of(before, over(DONE, KeyScope.FOREVER, "a"), after),
                            it().now());
            transaction.commit();
        }

        assertThat(it().number(after.id())).isEqualTo(3);
        assertThat(it().doAll()).containsExactly(before.id(), after.id());
    }

    @Test
    @Tag("R-003-14")
    void there_is_evidence_that_says_how_it_came_and_it_is_kept() {
        NewJob job = over(DONE, KeyScope.FOREVER, "a");
        it().insert(job);
        it().advance(Duration.ofDays(1000));
        assertThat(it().store.prune(it().now(), 10)).isZero();

        var entries = new ArrayList<EvidenceEntry>();
        Evidence.of(it().store).verify(new Evidence.Listener() {
            @Override
            public void entry(EvidenceEntry entry) {
                entries.add(entry);
            }

            @Override
            public void found(EvidenceFinding finding) {
                throw new AssertionError(finding.toString());
            }
        });
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).fields())
                .containsEntry("job", job.id().toString())
                .containsEntry("kind", "DONE")
                .containsEntry("attempt", "0")
                .containsEntry("turn", "1")
                .containsEntry("code", "ELSEWHERE");
    }

    @Test
    void what_is_not_over_is_refused() {
        assertRefused(() -> new OverFirst(JobState.DEAD, "A", ""), "NOT_OVER");
        var held = new HeldFirst("A", "", ParkedHead.BLOCKS, CrashPolicy.HOLD);
        assertRefused(() -> it().job().with(new NewJob.Care(false, Optional.of(held), Optional.of(DONE))), "NOT_OVER");
    }
}
