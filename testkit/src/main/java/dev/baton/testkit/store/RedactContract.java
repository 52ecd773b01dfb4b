package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.KeyReusedException;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Removing the data of jobs that are over. */
abstract class RedactContract {

    abstract StoreUnderTest it();

    @Test
    void the_text_and_the_label_are_gone_and_the_hash_and_all_that_happened_stay() {
        for (JobState state : List.of(JobState.DONE, JobState.CANCELLED)) {
            JobId job = it().arrange(state);
            Payload before = it().store.payload(job).orElseThrow();
            List<AttemptView> attempts = it().store.attempts(job);

            assertThat(it().command(job, Act.REDACT))
                    .isEqualTo(new CommandResult.Applied(state.toString(), state.toString()));

            Payload after = it().store.payload(job).orElseThrow();
            assertThat(after).isEqualTo(new Payload("", before.sha256(), "redacted"));
            assertThat(after.isRedacted()).isTrue();
            assertThat(it().find(job).label()).isEqualTo("redacted");
            assertThat(it().store.list(JobFilter.ALL.state(state), Optional.empty(), 10, it().now()))
                    .extracting(JobView::label)
                    .containsExactly("redacted");
            assertThat(it().store.attempts(job)).isEqualTo(attempts);
            assertThat(it().state(job)).isEqualTo(state);
        }
    }

    @Test
    void it_is_recorded_with_who_and_why_each_time() {
        JobId job = it().arrange(JobState.DONE);
        it().command(job, Act.REDACT);
        it().command(job, Act.REDACT);

        var action = new ActionView("REDACT", job.toString(), BY, "done", "done", it().now());
        assertThat(it().store.actions(10)).containsExactly(action, action);
    }

    @Test
    void a_checkpoint_is_data_too() {
        JobId job = it().add();
        Claim claim = it().claimOne();
        it().store.checkpoint(List.of(new Checkpoint(job, claim.fence(), "{\"iban\":\"secret\"}")), it().now());
        it().finish(claim, done());

        it().command(job, Act.REDACT);

        assertThat(it().store.checkpoint(job)).isEmpty();
    }

    @Test
    void a_key_for_ever_still_tells_the_same_data_from_other() {
        JobId job = it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"a\":1}")).id();
        it().doNext();
        it().command(job, Act.REDACT);

        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"a\":1}")))
                .isEqualTo(it().answer(job, Inserted.Answer.EXISTING, JobState.DONE));
        assertThatThrownBy(() -> it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"a\":2}")))
                .isInstanceOf(KeyReusedException.class);
    }

    @Test
    void a_redacted_job_is_pruned_like_any_other() {
        JobId job = it().arrange(JobState.DONE);
        it().advance(Duration.ofDays(1));
        it().command(job, Act.REDACT);

        assertThat(it().store.prune(it().now(), 10)).as("its end was a day ago").isEqualTo(1);
        assertThat(it().store.payload(job)).isEmpty();
    }

    @Test
    void a_payload_is_never_shown_where_it_might_be_logged() {
        JobId job = it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"iban\":\"secret\"}"))
                .id();
        Claim claim = it().claimOne();

        assertThat(claim.toString()).doesNotContain("secret");
        assertThat(it().store.payload(job).orElseThrow().toString()).doesNotContain("secret");
        assertThatThrownBy(() -> it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"iban\":\"other-secret\"}")))
                .hasMessageNotContaining("secret");
    }
}
