package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What people ask of jobs and queues while they run. */
abstract class OperatorContract {

    abstract EngineUnderTest it();

    @Test
    void a_pending_job_that_is_cancelled_never_runs() throws Exception {
        var ran = new AtomicBoolean();
        Baton baton = it().handling((note, run, context) -> ran.set(true));
        JobId job = baton.enqueue(NOTE.job(new Note("x")).in(LONG)).id();

        baton.cancel(job, BY).orThrow();
        it().clock.advance(LONG.multipliedBy(2));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.CANCELLED);
        assertThat(baton.attempts(job))
                .singleElement()
                .satisfies(end -> assertThat(end.number()).isZero());
        assertThat(ran).isFalse();
    }

    @Test
    void a_running_job_that_is_cancelled_is_told_and_ends_as_cancelled() throws Exception {
        var gate = new Gate();
        Baton baton = it().handling((note, run, context) -> gate.pass());
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        baton.cancel(job, BY).orThrow();

        it().passTimeUntil(() -> it().state(job) == JobState.CANCELLED);
        it().await(Event.JobCancelled.class, job);
    }

    @Test
    void a_handler_that_finishes_although_it_was_cancelled_is_done_and_one_that_fails_is_cancelled() throws Exception {
        var gate = new Gate();
        Baton baton = it().deciding((note, run, context) -> {
            gate.passDeaf();
            return note.text().equals("done") ? Outcome.done() : Outcome.retry("BUSY");
        });
        JobId done = baton.enqueue(NOTE, new Note("done"));
        JobId failing = baton.enqueue(NOTE, new Note("failing"));
        gate.awaitEntered(2);
        baton.cancel(done, BY).orThrow();
        baton.cancel(failing, BY).orThrow();

        gate.open();

        assertThat(baton.await(done, LONG)).isEqualTo(JobState.DONE);
        assertThat(baton.await(failing, LONG)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    @Tag("R-000-74")
    void a_dead_job_can_be_tried_again_from_the_beginning_or_given_up() throws Exception {
        var works = new AtomicBoolean();
        Baton baton = it().deciding((note, run, context) -> works.get() ? Outcome.done() : Outcome.fail("NOT_YET"));
        JobId retried = baton.enqueue(NOTE, new Note("a"));
        JobId discarded = baton.enqueue(NOTE, new Note("b"));
        baton.awaitAll(List.of(retried, discarded), LONG);
        works.set(true);

        baton.retry(retried, BY).orThrow();
        baton.discard(discarded, BY).orThrow();

        assertThat(baton.await(retried, LONG)).isEqualTo(JobState.DONE);
        assertThat(it().state(discarded)).isEqualTo(JobState.CANCELLED);
        assertThat(baton.retry(retried, BY)).isEqualTo(new CommandResult.WrongState(JobState.DONE));
        assertThat(baton.actions(10)).hasSize(2);
    }

    @Test
    void a_refusal_says_why_to_those_who_do_not_look() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        JobId done = baton.enqueue(NOTE, new Note("x"));
        baton.await(done, LONG);

        assertThatThrownBy(() -> baton.discard(done, BY).orThrow())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STATE_CONFLICT"));
        assertThatThrownBy(() -> baton.cancel(new JobId(new UUID(1, 2)), BY).orThrow())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NOT_FOUND"));
        assertThatThrownBy(() -> baton.list(JobFilter.ALL, 0))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_QUERY"));
    }

    @Test
    @Tag("R-000-82")
    void nothing_is_taken_from_a_paused_queue_until_it_is_resumed() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        baton.pause("default", BY);
        JobId job = baton.enqueue(NOTE, new Note("x"));
        it().clock.advance(LONG);

        assertThat(it().state(job)).isEqualTo(JobState.READY);
        assertThat(baton.switches()).containsExactly(Switch.pause("default"));
        baton.resume("default", BY);

        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
    }
}
