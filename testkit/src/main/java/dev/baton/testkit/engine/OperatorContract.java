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
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.ActionView;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.Payload;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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
        assertThat(baton.actions(10)).extracting(ActionView::act).containsExactlyInAnyOrder("RETRY", "DISCARD");
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

    @Test
    void a_queue_a_type_and_a_lane_can_be_switched_off_and_on_and_stay_so() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        List<Switch> switches = List.of(Switch.queue("default"), Switch.type(NOTE.name()), Switch.lane("a"));
        switches.forEach(which -> baton.turnOff(which, BY));
        JobId job = baton.enqueue(NOTE.job(new Note("x")).lane("a")).id();

        assertThat(baton.switches()).containsExactlyInAnyOrderElementsOf(switches);
        for (Switch which : switches) {
            it().clock.advance(LONG);
            assertThat(it().state(job)).as("before %s is on", which).isNotIn(JobState.RUNNING, JobState.DONE);
            baton.turnOn(which, BY);
        }

        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
        assertThat(baton.switches()).isEmpty();
        assertThat(baton.actions(10))
                .extracting(ActionView::target)
                .contains("queue default", "type note.take", "lane a");
    }

    @Test
    @Tag("R-001-62")
    void a_handler_can_stop_its_own_type_and_no_other_and_its_own_job_goes_on() throws Exception {
        var engine = new CompletableFuture<Baton>();
        JobType<Note> other = JobType.of("note.read", Note.class);
        Baton baton = it().start(setup -> setup.handle(
                        NOTE, engine, (note, run, known) -> known.join().turnOff(Switch.type(NOTE.name()), BY))
                .handle(other, engine, (note, run, known) -> {}));
        engine.complete(baton);

        assertThat(baton.await(baton.enqueue(NOTE, new Note("the last")), LONG)).isEqualTo(JobState.DONE);
        JobId stopped = baton.enqueue(NOTE, new Note("one too many"));
        assertThat(baton.await(baton.enqueue(other, new Note("another")), LONG)).isEqualTo(JobState.DONE);
        it().clock.advance(LONG);

        assertThat(it().state(stopped)).isEqualTo(JobState.READY);
        baton.turnOn(Switch.type(NOTE.name()), BY);
        it().passTimeUntil(() -> it().state(stopped) == JobState.DONE);
    }

    @Test
    void to_resume_a_queue_does_not_turn_its_kill_switch_on() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        baton.turnOff(Switch.queue("default"), BY);
        baton.pause("default", BY);

        baton.resume("default", BY);

        assertThat(baton.switches()).containsExactly(Switch.queue("default"));
    }

    @Test
    void a_killed_job_is_over_at_once_and_what_its_handler_answers_no_longer_counts() throws Exception {
        var gate = new Gate();
        Baton baton = it().handling((note, run, context) -> gate.passDeaf());
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        baton.kill(job, BY).orThrow();

        assertThat(it().state(job)).isEqualTo(JobState.CANCELLED);
        gate.open();
        it().passTimeUntil(() -> !it().events.events(Event.JobFenced.class).isEmpty());
        assertThat(it().state(job)).isEqualTo(JobState.CANCELLED);
        assertThat(baton.kill(job, BY)).isEqualTo(new CommandResult.WrongState(JobState.CANCELLED));
    }

    @Test
    void a_held_job_is_run_or_taken_for_done_as_an_operator_found_out() throws Exception {
        var known = new AtomicBoolean();
        Baton baton =
                it().deciding((note, run, context) -> known.get() ? Outcome.done() : Outcome.unknown("NO_ANSWER"));
        JobId released = baton.enqueue(NOTE, new Note("a"));
        JobId confirmed = baton.enqueue(NOTE, new Note("b"));
        baton.awaitAll(List.of(released, confirmed), LONG);
        known.set(true);

        baton.release(released, BY).orThrow();
        baton.confirm(confirmed, BY).orThrow();

        assertThat(it().state(confirmed)).isEqualTo(JobState.DONE);
        assertThat(baton.attempts(confirmed))
                .filteredOn(attempt -> attempt.number() > 0)
                .as("it did not run again")
                .hasSize(1);
        assertThat(baton.await(released, LONG)).isEqualTo(JobState.DONE);
        assertThat(baton.attempts(released))
                .filteredOn(attempt -> attempt.number() > 0)
                .hasSize(2);
        assertThat(baton.confirm(confirmed, BY)).isEqualTo(new CommandResult.WrongState(JobState.DONE));
        assertThat(baton.actions(10)).extracting(ActionView::act).containsExactlyInAnyOrder("RELEASE", "CONFIRM");
    }

    @Test
    void a_lane_goes_on_without_the_job_that_is_skipped() throws Exception {
        Baton baton = it().deciding(
                        (note, run, context) -> note.text().equals("bad") ? Outcome.fail("NEVER") : Outcome.done());
        JobId bad = baton.enqueue(NOTE.job(new Note("bad")).lane("a")).id();
        JobId next = baton.enqueue(NOTE.job(new Note("good")).lane("a")).id();
        baton.await(bad, LONG);
        assertThat(it().state(next)).isEqualTo(JobState.WAITING);

        baton.skip(bad, BY).orThrow();

        assertThat(baton.await(next, LONG)).isEqualTo(JobState.DONE);
        assertThat(it().state(bad)).isEqualTo(JobState.CANCELLED);
        assertThat(baton.skip(next, BY)).isEqualTo(new CommandResult.WrongState(JobState.DONE));
        assertThat(baton.skip(baton.enqueue(NOTE.job(new Note("x")).in(LONG)).id(), BY))
                .isEqualTo(new CommandResult.NotInLane());
    }

    @Test
    void the_data_of_a_job_that_is_over_can_be_removed_and_its_history_stays() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        JobId job = baton.enqueue(NOTE, new Note("canary"));
        baton.await(job, LONG);
        Payload before = baton.payload(job).orElseThrow();

        baton.redact(job, BY).orThrow();

        Payload after = baton.payload(job).orElseThrow();
        assertThat(after.isRedacted()).isTrue();
        assertThat(after.sha256()).isEqualTo(before.sha256());
        assertThat(baton.find(job).orElseThrow().toString()).doesNotContain("canary");
        assertThat(baton.attempts(job)).hasSize(1);
        assertThat(baton.actions(10))
                .singleElement()
                .satisfies(action -> assertThat(action.act()).isEqualTo("REDACT"));
    }

    @Test
    void what_an_operator_did_is_told_with_who_and_what_came_of_it_and_no_data() throws Exception {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        JobId job = baton.enqueue(NOTE, new Note("canary"));

        JobId other = baton.replace(job, NOTE, new Note("canary"), BY);
        baton.cancel(job, BY);

        it().events.await(new Event.OperatorActed("REPLACE", job.toString(), "alice", "applied"));
        it().events.await(new Event.OperatorActed("CANCEL", job.toString(), "alice", "wrong_state"));
        it().await(Event.JobCreated.class, other);
        assertThat(it().events.events())
                .noneSatisfy(event -> assertThat(event.toString()).contains("canary"));
        assertThat(baton.actions(10))
                .noneSatisfy(action -> assertThat(action.toString()).contains("canary"));
    }
}
