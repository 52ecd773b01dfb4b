package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Finished;
import dev.baton.store.NodeId;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of jobs when the store fails. */
abstract class TroubleContract {

    private final AtomicInteger runs = new AtomicInteger();
    private @Nullable FaultyStore faulty;
    private @Nullable Baton baton;

    abstract EngineUnderTest it();

    private Baton start() {
        var around = new FaultyStore(it().store());
        faulty = around;
        Baton started = Baton.on(around.store())
                .timeline(it().clock)
                .listener(it().events::accept)
                .decide(NOTE, runs, (note, run, count) -> Outcome.done(count.incrementAndGet()))
                .start();
        baton = started;
        return started;
    }

    private FaultyStore faults() {
        return Objects.requireNonNull(faulty);
    }

    @AfterEach
    void close() {
        if (baton != null) {
            baton.close();
        }
    }

    private static StoreUnavailableException unavailable() {
        return new StoreUnavailableException("DISK_FULL", "no room", new Exception());
    }

    private static OutcomeUnknownException unknown() {
        return new OutcomeUnknownException("the answer was lost", new Exception());
    }

    /** Lets time pass until the engine has tried again often enough. */
    private void awaitDone(JobId job) throws InterruptedException {
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
    }

    private List<Kind> kinds(JobId job) {
        return it().store().attempts(job).stream().map(AttemptView::kind).toList();
    }

    @Test
    @Tag("R-003-62")
    void an_outcome_that_cannot_be_written_down_waits_until_it_can() throws Exception {
        Baton engine = start();
        for (int i = 0; i < 4; i++) {
            faults().before("finish", unavailable());
        }

        JobId job = engine.enqueue(NOTE, new Note("x"));
        awaitDone(job);

        assertThat(runs).as("the work is not repeated").hasValue(1);
        assertThat(kinds(job)).containsExactly(Kind.DONE);
        it().events.await(Event.StepFailed.class, event -> event.step().equals("finish"));
        assertThat(it().events.await(Event.StepRecovered.class, event -> true).times())
                .isEqualTo(4);
    }

    @Test
    void an_outcome_whose_commit_was_not_answered_is_written_once() throws Exception {
        Baton engine = start();
        faults().after("finish", unknown());

        JobId job = engine.enqueue(NOTE, new Note("x"));
        awaitDone(job);
        it().events.await(Event.StepFailed.class, event -> event.step().equals("finish"));
        it().passTimeUntil(() -> !it().events.events(Event.JobCompleted.class).isEmpty());

        assertThat(runs).hasValue(1);
        assertThat(kinds(job)).containsExactly(Kind.DONE);
    }

    /** As when a commit waits for a standby: long after its answer was lost, and after everybody has looked, it takes effect. */
    @Test
    void a_claim_that_takes_effect_when_nobody_waits_for_it_any_more_is_given_back() throws Exception {
        Baton engine = start();
        NodeId node = it().store().liveNodes().get(0).node();
        JobId first = engine.enqueue(NOTE, new Note("first"));
        awaitDone(first);
        JobId late = it().addUnnoticed();
        it().claimFor(node);
        assertThat(it().state(late)).isEqualTo(JobState.RUNNING);

        awaitDone(late);

        assertThat(kinds(late)).as("it was never begun").containsExactly(Kind.DONE);
    }

    @Test
    @Tag("R-002-37")
    @Tag("R-002-41")
    @Tag("R-004-28")
    void a_claim_that_fails_is_told_and_tried_again() throws Exception {
        Baton engine = start();
        faults().before("claim", unavailable());
        faults().before("claim", unavailable());

        JobId job = engine.enqueue(NOTE, new Note("x"));
        awaitDone(job);

        it().events.await(Event.StepFailed.class, event -> event.step().equals("claim"));
        assertThat(kinds(job)).containsExactly(Kind.DONE);
    }

    @Test
    void a_claim_whose_answer_was_lost_is_given_back_and_taken_again() throws Exception {
        it().addNotes(1);
        Baton engine = start();
        faults().after("claim", unknown());

        JobId job = engine.enqueue(NOTE, new Note("x"));
        awaitDone(job);

        it().events.await(Event.StepFailed.class, event -> event.step().equals("claim"));
        it().passTimeUntil(() -> runs.get() == 2);
        assertThat(kinds(job)).last().isEqualTo(Kind.DONE);
    }

    private void refuseFinishes(int times) {
        for (int i = 0; i < times; i++) {
            faults().before("finish", new IllegalArgumentException("a value of this row cannot be stored"));
        }
    }

    @Test
    void an_outcome_that_is_refused_for_a_while_is_written_as_it_was_and_the_work_is_not_repeated() throws Exception {
        Baton engine = start();
        refuseFinishes(3);

        JobId job = engine.enqueue(NOTE, new Note("x"));
        it().await(Event.JobUpdateError.class, job);
        assertThat(it().state(job)).isEqualTo(JobState.RUNNING);
        awaitDone(job);

        assertThat(runs).hasValue(1);
        assertThat(it().store().attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.detail().result()).contains("1"));
        assertThat(it().events.events(Event.ResultLost.class)).isEmpty();
    }

    @Test
    void an_outcome_that_the_store_cannot_keep_is_kept_without_what_is_hard_to_store() throws Exception {
        Baton engine = start();
        refuseFinishes(6);

        JobId job = engine.enqueue(NOTE, new Note("x"));
        awaitDone(job);

        it().await(Event.ResultLost.class, job);
        assertThat(runs).hasValue(1);
    }

    @Test
    void one_outcome_that_is_refused_does_not_hold_up_its_neighbours_or_have_them_told_twice() throws Exception {
        Baton engine = start();
        refuseFinishes(1);
        JobId refused = engine.enqueue(NOTE, new Note("x"));
        it().await(Event.JobUpdateError.class, refused);

        JobId next = engine.enqueue(NOTE, new Note("y"));

        assertThat(engine.await(next, LONG)).isEqualTo(JobState.DONE);
        assertThat(it().state(refused)).isEqualTo(JobState.RUNNING);
        awaitDone(refused);
        it().await(Event.JobCompleted.class, refused);
        assertThat(it().events.events(Event.JobCompleted.class)).hasSize(2);
    }

    private void findInSomebodysHand(int times) {
        var inHand = List.of(new Finished(Finished.Answer.IN_HAND, Optional.empty()));
        for (int i = 0; i < times; i++) {
            faults().inVain("finish", inHand);
        }
    }

    @Test
    void an_outcome_whose_job_is_in_somebodys_hand_holds_nobody_up_and_is_written_whole_when_it_no_longer_is()
            throws Exception {
        Baton engine = start();
        findInSomebodysHand(1);
        JobId inHand = engine.enqueue(NOTE, new Note("x"));
        it().passTimeUntil(() -> faults().isOver("finish"));

        JobId next = engine.enqueue(NOTE, new Note("y"));
        assertThat(engine.await(next, LONG)).isEqualTo(JobState.DONE);
        findInSomebodysHand(8);
        awaitDone(inHand);

        assertThat(runs).hasValue(2);
        assertThat(it().store().attempts(inHand))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.detail().result()).contains("1"));
        assertThat(it().events.events(Event.ResultLost.class)).isEmpty();
        assertThat(it().events.events(Event.JobUpdateError.class)).isEmpty();
        it().await(Event.JobCompleted.class, inHand);
        assertThat(it().events.events(Event.JobCompleted.class)).hasSize(2);
    }

    @Test
    void a_step_that_dies_of_an_error_is_started_again_by_the_supervisor() throws Exception {
        Baton engine = start();
        faults().instead("claim", claimed -> {
            throw new AssertionError("a defect");
        });

        JobId job = engine.enqueue(NOTE, new Note("x"));

        awaitDone(job);
    }

    @Test
    @Tag("R-002-42")
    void a_hint_that_is_lost_costs_time_and_no_job() throws Exception {
        Baton engine = start();
        JobId job = it().addNotes(1).get(0);

        awaitDone(job);

        assertThat(engine.isReady()).isTrue();
    }
}
