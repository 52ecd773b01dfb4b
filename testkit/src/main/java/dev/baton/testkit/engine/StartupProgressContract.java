package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import dev.baton.observe.StartupProgress;
import dev.baton.observe.StartupProgress.Stage;
import dev.baton.observe.StartupProgress.State;
import dev.baton.observe.StartupProgress.Step;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How far a start is, for who asks while it is under way. */
abstract class StartupProgressContract extends StartingUp {

    /** Asks what a listener can ask. */
    private static final class Asking implements Listener {
        private final CompletableFuture<Gauges> known = new CompletableFuture<>();

        @Override
        public void begin(Gauges gauges) {
            known.complete(gauges);
        }

        @Override
        public void on(Event event) {}

        StartupProgress progress() {
            return known.join().startup();
        }

        boolean isAt(int step, State state, int done) {
            List<Step> steps = progress().steps();
            return steps.size() == step
                    && steps.get(step - 1).state() == state
                    && steps.get(step - 1).done() == done;
        }
    }

    @Test
    void whoever_asks_while_it_runs_is_told_of_every_step_and_how_many_of_its_jobs_are_done() throws Exception {
        var asking = new Asking();
        var gate = new Gate();
        Instant began = it().clock.instant();
        CompletableFuture<Baton> starting = Aside.call(() -> setup().listener(asking)
                .handle(REPLAY, gate, (note, run, door) -> {
                    if (note.text().equals("slow")) {
                        door.pass();
                    }
                })
                .startup(steps -> {
                    assertThat(steps.baton().startup()).isEqualTo(new StartupProgress(Stage.UNDER_WAY, List.of()));
                    steps.run(NOTE, new Note("a"));
                    steps.runAll(REPLAY, List.of(new Note("quick"), new Note("slow"), new Note("slow")));
                    steps.runAll(NOTE, List.of());
                })
                .start());
        gate.awaitEntered(1);
        it().passTimeUntil(() -> asking.isAt(2, State.RUNNING, 1));
        StartupProgress underWay = asking.progress();
        Duration sofar = underWay.steps().get(1).took();
        it().passTimeUntil(() -> asking.progress().steps().get(1).took().compareTo(sofar) > 0);
        gate.open();
        it().passTimeUntil(starting::isDone);
        it().closeLater(starting.get());

        assertThat(underWay.stage()).isEqualTo(Stage.UNDER_WAY);
        assertThat(underWay.steps())
                .extracting(Step::number, Step::labels, Step::state, Step::jobs, Step::done)
                .containsExactly(
                        tuple(1, "note a", State.DONE, 1, 1),
                        tuple(2, "replay quick, replay slow, replay slow", State.RUNNING, 3, 1));
        assertThat(underWay.steps()).extracting(Step::since).isSorted().first().isEqualTo(began);
        StartupProgress completed = starting.get().startup();
        assertThat(completed).isEqualTo(asking.progress());
        assertThat(completed.stage()).isEqualTo(Stage.COMPLETED);
        assertThat(completed.steps())
                .extracting(Step::state, Step::jobs, Step::done)
                .containsExactly(tuple(State.DONE, 1, 1), tuple(State.DONE, 3, 3), tuple(State.DONE, 0, 0));
    }

    @Test
    void a_step_whose_job_waits_for_its_next_attempt_waits_and_one_that_is_given_up_has_failed() throws Exception {
        var asking = new Asking();
        CompletableFuture<Baton> starting = Aside.call(() -> setup().listener(asking)
                .decide(REPLAY, ran, (note, run, all) -> Outcome.retry("NOT_YET"))
                .startup(steps ->
                        steps.timeout(Duration.ofSeconds(10)).runAll(REPLAY, List.of(new Note("a"), new Note("b"))))
                .start());
        it().events.await(Event.JobRetried.class, event -> true);
        it().passTimeUntil(() -> asking.isAt(1, State.WAITING, 0));
        it().passTimeUntil(starting::isDone);

        assertThatThrownBy(starting::get).cause().hasMessageContaining("step 1");
        assertThat(asking.progress().stage()).isEqualTo(Stage.FAILED);
        assertThat(asking.progress().steps())
                .singleElement()
                .satisfies(step -> assertThat(step.state()).isEqualTo(State.FAILED))
                .satisfies(step -> assertThat(step.took())
                        .isEqualTo(asking.progress().steps().get(0).took()));
    }

    @Test
    void a_start_without_a_plan_has_taken_no_step() throws Exception {
        assertThat(started(setup -> setup).startup()).isEqualTo(new StartupProgress(Stage.BEFORE, List.of()));
    }
}
