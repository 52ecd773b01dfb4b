package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How it ends. The real store stays open under a faulty one that has no faults, to look at what is left. */
abstract class StopContract {

    abstract EngineUnderTest it();

    private Baton start(UnaryOperator<BatonBuilder> setup) {
        return setup.apply(Baton.on(new FaultyStore(it().store()).store())
                        .timeline(it().clock)
                        .listener(it().events::accept))
                .start();
    }

    private static CompletableFuture<Boolean> closing(Baton baton) {
        return Aside.run(baton::close);
    }

    @Test
    @Tag("R-002-25")
    @Tag("R-002-26")
    @Tag("R-002-28")
    @Tag("R-001-58")
    @Tag("R-003-33")
    void running_handlers_may_finish_nothing_new_begins_and_nothing_is_left_running() throws Exception {
        var gate = new Gate();
        Baton baton = start(setup -> setup.concurrency(1).handle(NOTE, gate, (note, run, door) -> door.pass()));
        JobId running = baton.enqueue(NOTE, new Note("running"));
        gate.awaitEntered(1);
        JobId pending = baton.enqueue(NOTE, new Note("pending"));

        CompletableFuture<Boolean> closing = closing(baton);
        it().events.await(Event.WorkerStopping.class, event -> event.running() == 1);
        assertThat(baton.isReady()).isFalse();
        gate.open();
        closing.get(20, TimeUnit.SECONDS);

        assertThat(it().state(running)).isEqualTo(JobState.DONE);
        assertThat(it().state(pending)).isEqualTo(JobState.READY);
        assertThat(it().store()
                        .list(
                                JobFilter.ALL.state(JobState.RUNNING),
                                Optional.empty(),
                                10,
                                it().clock.instant()))
                .isEmpty();
        assertThat(it().store().liveNodes()).isEmpty();
        it().events.await(Event.WorkerStopped.class, event -> true);
        it().events.await(new Event.BatonClosed());
    }

    @Test
    @Tag("R-002-27")
    @Tag("R-002-35")
    @Tag("R-001-59")
    void a_handler_that_takes_longer_than_the_grace_is_interrupted_and_its_job_given_back_uncharged() throws Exception {
        var gate = new Gate();
        Baton baton = start(
                setup -> setup.grace(Duration.ofSeconds(10)).handle(NOTE, gate, (note, run, door) -> door.pass()));
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        it().close(baton, gate);

        assertThat(it().state(job)).isEqualTo(JobState.READY);
        assertThat(it().find(job).standing().tally().failures()).isZero();
        assertThat(it().store().attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.kind()).isEqualTo(AttemptView.Kind.RELEASED));
    }

    @Test
    void a_handler_that_ignores_even_that_does_not_keep_it_from_ending_and_its_job_is_given_back() throws Exception {
        var gate = new Gate();
        Baton baton = start(setup -> setup.handle(NOTE, gate, (note, run, door) -> door.passDeaf()));
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        it().close(baton);

        assertThat(it().state(job)).isEqualTo(JobState.READY);
        it().await(Event.HandlerStuck.class, job);
        gate.open();
    }

    @Test
    void during_the_grace_a_handler_can_still_enqueue_what_comes_next() throws Exception {
        var gate = new Gate();
        var next = new AtomicReference<JobId>();
        var self = new AtomicReference<Baton>();
        Baton baton = start(setup -> setup.handle(NOTE.retry(Retry.never()), gate, (note, run, door) -> {
            door.pass();
            next.set(self.get().enqueue(NOTE.retry(Retry.never()), new Note("next")));
        }));
        self.set(baton);
        JobId job = baton.enqueue(NOTE.retry(Retry.never()), new Note("first"));
        gate.awaitEntered(1);

        CompletableFuture<Boolean> closing = closing(baton);
        it().events.await(Event.WorkerStopping.class, event -> true);
        gate.open();
        closing.get(20, TimeUnit.SECONDS);

        assertThat(it().state(job)).isEqualTo(JobState.DONE);
        assertThat(it().state(next.get())).isEqualTo(JobState.READY);
    }

    @Test
    void a_handler_can_close_it_without_waiting_for_itself() throws Exception {
        var self = new AtomicReference<Baton>();
        var entered = new Gate();
        Baton baton = start(setup -> setup.handle(NOTE, entered, (note, run, gate) -> {
            gate.pass();
            self.get().close();
        }));
        self.set(baton);
        JobId job = baton.enqueue(NOTE, new Note("last"));

        entered.open();
        baton.awaitStop();

        assertThat(it().state(job)).isEqualTo(JobState.DONE);
    }

    @Test
    void interrupted_it_hurries_the_handlers_and_still_writes_everything_down() throws Exception {
        var gate = new Gate();
        Baton baton =
                start(setup -> setup.grace(Duration.ofHours(1)).handle(NOTE, gate, (note, run, door) -> door.pass()));
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        CompletableFuture<Boolean> closing = Aside.call(() -> {
            Thread.currentThread().interrupt();
            baton.close();
            return Thread.interrupted();
        });

        assertThat(closing.get(20, TimeUnit.SECONDS))
                .as("the interrupt is kept")
                .isTrue();
        assertThat(it().state(job)).isEqualTo(JobState.READY);
        assertThat(it().store().attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.kind()).isEqualTo(AttemptView.Kind.RELEASED));
    }

    @Test
    void closing_again_and_from_several_threads_is_the_same_end() throws Exception {
        Baton baton = start(setup -> setup.handle(NOTE, this, (note, run, context) -> {}));
        CompletableFuture<Boolean> waiting = Aside.run(baton::awaitStop);

        CompletableFuture.allOf(closing(baton), closing(baton), waiting).get(20, TimeUnit.SECONDS);
        baton.close();

        assertThat(it().events.events(Event.WorkerStopped.class)).hasSize(1);
    }

    @Test
    @Tag("R-000-41")
    void who_waits_for_a_job_is_told_when_the_engine_stops_first() throws Exception {
        Baton baton = start(setup -> setup.handle(NOTE, this, (note, run, context) -> {}));
        JobId job =
                baton.enqueue(NOTE.job(new Note("x")).in(Duration.ofDays(1))).id();
        CompletableFuture<JobState> waiting = Aside.call(() -> baton.await(job, LONG));

        // Whether the wait has begun by now or not, the answer is the same.
        closing(baton).get(20, TimeUnit.SECONDS);

        assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STOPPED"));
    }
}
