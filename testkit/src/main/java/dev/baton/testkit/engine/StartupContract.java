package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.Startup;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.JobView;
import dev.baton.supervise.Task;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is done, in order, before anything else begins. */
abstract class StartupContract extends StartingUp {

    @Test
    @Tag("R-000-29")
    @Tag("R-000-43")
    @Tag("R-000-02")
    @Tag("R-000-13")
    void steps_run_one_after_another_and_the_backlog_of_an_earlier_life_and_the_tasks_after_the_last()
            throws Exception {
        it().addNotes(3);

        Baton baton = started(setup -> setup.handle(REPLAY, ran, (note, run, all) -> all.add("replay " + note.text()))
                .supervise("task", () -> run -> ran.add("task"))
                .startup(steps -> {
                    steps.run(REPLAY, new Note("a"));
                    ran.add("a is done");
                    steps.run(NOTE, new Note("b"));
                    ran.add("b is done");
                }));
        Polling.until(() -> ran.size() == 8);

        assertThat(baton.isReady()).isTrue();
        assertThat(ran.subList(0, 4)).containsExactly("replay a", "a is done", "b", "b is done");
        assertThat(ran.subList(4, 8)).containsExactlyInAnyOrder("0", "1", "2", "task");
        JobId later = baton.enqueue(NOTE, new Note("later"));
        assertThat(baton.await(later, LONG)).isEqualTo(JobState.DONE);
    }

    @Test
    @Tag("R-000-30")
    void jobs_that_run_together_are_all_stored_before_any_is_waited_for_and_run_at_once() throws Exception {
        var gate = new Gate();

        CompletableFuture<Baton> starting =
                Aside.call(() -> setup().handle(REPLAY, gate, (note, run, door) -> door.pass())
                        .startup(steps -> steps.runAll(REPLAY, List.of(new Note("a"), new Note("b"), new Note("c"))))
                        .start());
        gate.awaitEntered(3);
        assertThat(gate.mostAtOnce()).isEqualTo(3);
        assertThat(starting).isNotDone();
        gate.open();

        it().passTimeUntil(starting::isDone);
        it().closeLater(starting.get());
    }

    @Test
    @Tag("R-000-36")
    void a_step_without_jobs_succeeds_at_once() throws Exception {
        Baton baton = started(setup -> setup.startup(steps -> {
            assertThat(steps.runAll(NOTE, List.of())).isEmpty();
            steps.run(NOTE, new Note("next"));
        }));

        assertThat(baton.isReady()).isTrue();
        assertThat(ran).containsExactly("next");
        it().events.await(Event.StartupStepCompleted.class, step -> step.step() == 1 && step.jobs() == 0);
    }

    @Test
    @Tag("R-000-03")
    void what_a_job_returned_decides_which_steps_follow_and_which_tasks_are_registered() throws Exception {
        var tasks = new CopyOnWriteArrayList<String>();

        Baton baton = started(setup -> setup.decide(REPLAY, this, (note, run, all) -> Outcome.done(List.of("x", "y")))
                .startup(steps -> {
                    JobId found = steps.run(REPLAY, new Note("discover"));
                    for (Object vault : steps.result(found, List.class).orElseThrow()) {
                        steps.run(NOTE, new Note("backfill " + vault));
                        steps.supervise("monitor-" + vault, () -> Task.every(LONG, () -> tasks.add("on " + vault)));
                    }
                }));
        Polling.until(() -> tasks.size() == 2);

        assertThat(ran).containsExactly("backfill x", "backfill y");
        assertThat(baton.tasks().statuses()).containsOnlyKeys("monitor-x", "monitor-y");
    }

    @Test
    @Tag("R-000-40")
    @Tag("R-000-05")
    void a_job_that_is_still_being_retried_is_no_failure() throws Exception {
        JobType<Note> impatient =
                REPLAY.retry(Retry.exponential(Duration.ofSeconds(2)).attempts(3));

        Baton baton = started(setup -> setup.decide(
                        impatient,
                        ran,
                        (note, run, all) -> run.attempt() < 3 ? Outcome.retry("NOT_YET") : Outcome.done())
                .startup(steps -> steps.run(impatient, new Note("a"))));

        assertThat(baton.isReady()).isTrue();
        Polling.until(() -> it().events.events(Event.JobRetried.class).size() == 2);
    }

    @Test
    @Tag("R-000-48")
    @Tag("R-000-47")
    void a_start_goes_on_with_the_job_that_an_aborted_one_left_behind_and_runs_what_was_done_again() throws Exception {
        var gate = new Gate();
        Startup.Plan plan = steps -> {
            steps.run(NOTE, new Note("first"));
            steps.runAll(REPLAY, List.of(new Note("a"), new Note("b")));
        };
        abort(setup().handle(REPLAY, gate, (note, run, door) -> door.pass()).startup(plan), gate, 2);
        List<JobId> left = jobs(REPLAY).stream().map(JobView::id).toList();
        ran.clear();

        started(setup -> setup.handle(REPLAY, ran, (note, run, all) -> all.add("replay " + note.text()))
                .startup(plan));

        assertThat(ran.get(0)).isEqualTo("first");
        assertThat(ran.subList(1, 3)).containsExactlyInAnyOrder("replay a", "replay b");
        assertThat(jobs(REPLAY)).extracting(JobView::id).containsExactlyElementsOf(left);
        it().events.await(Event.StartupStepStarted.class, step -> step.step() == 2 && step.adopted() == 2);
    }

    @Test
    @Tag("R-000-43")
    void what_an_aborted_start_left_behind_does_not_run_before_the_step_it_belongs_to() throws Exception {
        assertThatThrownBy(() ->
                        started(setup -> setup.decide(REPLAY, ran, (note, run, all) -> Outcome.retry("NOT_YET"))
                                .startup(steps -> steps.failFast().run(REPLAY, new Note("last")))))
                .isInstanceOf(BatonException.class);

        started(setup -> setup.handle(REPLAY, ran, (note, run, all) -> all.add("replay " + note.text()))
                .startup(steps -> {
                    steps.run(REPLAY, new Note("first"));
                    it().clock.advance(Duration.ofMinutes(15)); // what was left behind is due by now
                    steps.run(REPLAY, new Note("second"));
                    steps.failFast().run(REPLAY, new Note("last"));
                }));

        assertThat(ran).containsExactly("replay first", "replay second", "replay last");
        assertThat(jobs(REPLAY)).hasSize(3);
    }

    @Test
    void a_key_of_its_own_says_which_job_it_is_and_for_ever_means_once_and_never_again() throws Exception {
        UnaryOperator<BatonBuilder> plan = setup ->
                setup.startup(steps -> steps.run(NOTE.job(new Note("only once")).uniqueKey("release 42")));

        started(plan).close();
        started(plan);

        assertThat(ran).containsExactly("only once");
    }

    @Test
    void its_progress_is_told_while_it_runs() throws Exception {
        started(setup -> setup.startup(steps -> {
            steps.run(NOTE, new Note("a"));
            steps.runAll(NOTE, List.of(new Note("b"), new Note("c")));
        }));

        assertThat(it().events
                        .await(Event.StartupCompleted.class, event -> true)
                        .steps())
                .isEqualTo(2);
        assertThat(it().events.events(Event.StartupStepStarted.class))
                .containsExactly(
                        new Event.StartupStepStarted(1, 1, 0, "note a"),
                        new Event.StartupStepStarted(2, 2, 0, "note b, note c"));
        assertThat(it().events.events(Event.StartupStepCompleted.class))
                .extracting(Event.StartupStepCompleted::jobs)
                .containsExactly(1, 2);
    }

    @Test
    void a_handler_of_the_plan_can_enqueue_what_runs_once_the_plan_has_completed() throws Exception {
        var engine = new CompletableFuture<Baton>();

        Baton baton = started(setup -> setup.handle(
                        REPLAY, engine, (note, run, known) -> known.join().enqueue(NOTE, new Note("after the plan")))
                .startup(steps -> {
                    engine.complete(steps.baton());
                    assertThat(steps.baton().isReady()).isFalse();
                    assertThatThrownBy(() -> steps.baton().tasks())
                            .isInstanceOfSatisfying(
                                    BatonException.class,
                                    e -> assertThat(e.code()).isEqualTo("NOT_READY"));
                    steps.run(REPLAY, new Note("a"));
                    ran.add("the plan is done");
                }));
        Polling.until(() -> ran.size() == 2);

        assertThat(engine.join()).isSameAs(baton);
        assertThat(ran).containsExactly("the plan is done", "after the plan");
    }
}
