package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Startup;
import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.StoreUnavailableException;
import dev.baton.supervise.TaskSpec;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What keeps a start from completing, and what is left then. */
abstract class StartupFailureContract extends StartingUp {

    @Test
    @Tag("R-000-34")
    @Tag("R-000-40")
    void asked_to_fail_fast_its_first_failure_ends_the_start() {
        assertThatThrownBy(() -> started(setup -> setup.decide(
                                REPLAY, ran, (note, run, all) -> Outcome.retry("NOT_YET", "still asleep"))
                        .startup(steps -> steps.failFast().run(REPLAY, new Note("a")))))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_FAILED"))
                .hasMessageContaining("step 1")
                .hasMessageContaining("replay a (")
                .hasMessageContaining("NOT_YET, still asleep");
        assertThat(jobs(REPLAY))
                .singleElement()
                .satisfies(job -> assertThat(job.standing().state()).isEqualTo(JobState.RETRYING));
    }

    @Test
    @Tag("R-000-34")
    @Tag("R-000-46")
    void a_job_that_dies_aborts_the_start_with_its_label_and_last_error_and_nothing_was_served() throws Exception {
        it().addNotes(1);
        var task = new AtomicBoolean();

        assertThatThrownBy(() -> started(setup -> setup.decide(
                                REPLAY, ran, (note, run, all) -> Outcome.fail("NO_CHAIN", "it is down"))
                        .supervise("task", () -> run -> task.set(true))
                        .startup(steps -> {
                            steps.run(REPLAY, new Note("a"));
                            steps.run(NOTE, new Note("never"));
                        })))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_FAILED"))
                .hasMessageContaining("replay a (")
                .hasMessageContaining("is dead after 1 attempt")
                .hasMessageContaining("NO_CHAIN, it is down");

        assertThat(ran).isEmpty();
        assertThat(task).isFalse();
        assertThat(it().store().liveNodes()).isEmpty();
        it().events.await(Event.StartupFailed.class, failed -> failed.step() == 1);
        it().events.await(new Event.BatonClosed());
    }

    @Test
    @Tag("R-000-34")
    void a_job_that_somebody_cancels_meanwhile_aborts_the_start_and_says_so() throws Exception {
        CompletableFuture<Baton> starting = Aside.call(() -> setup().handle(REPLAY, ran, (note, run, all) -> {
                    throw new IllegalStateException("not yet");
                })
                .startup(steps -> steps.run(REPLAY, new Note("a")))
                .start());
        Event.JobRetried retried = it().events.await(Event.JobRetried.class, event -> true);
        it().command(retried.jobId(), Act.CANCEL);
        it().passTimeUntil(starting::isDone);

        assertThatThrownBy(starting::get)
                .cause()
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_FAILED"))
                .hasMessageContaining("replay a (")
                .hasMessageContaining("was cancelled");
    }

    @Test
    @Tag("R-000-37")
    void one_failure_ends_the_wait_for_all_and_leaves_the_others_as_they_are() throws Exception {
        CompletableFuture<Baton> starting = Aside.call(() -> setup().decide(
                        REPLAY,
                        ran,
                        (note, run, all) -> note.text().equals("bad")
                                ? Outcome.fail("BAD", "")
                                : Outcome.snooze(it().clock.instant().plus(Duration.ofDays(1))))
                .startup(steps -> steps.runAll(REPLAY, List.of(new Note("good"), new Note("bad"))))
                .start());
        it().passTimeUntil(starting::isDone);

        assertThatThrownBy(starting::get).cause().hasMessageContaining("replay bad (");
        assertThat(jobs(REPLAY))
                .extracting(job -> job.standing().state())
                .containsExactlyInAnyOrder(JobState.DEAD, JobState.SCHEDULED);
    }

    @Test
    @Tag("R-000-32")
    @Tag("R-000-33")
    void after_300_seconds_the_start_is_given_up_naming_the_labels_that_did_not_finish() throws Exception {
        long began = it().clock.nanos();

        assertThatThrownBy(() -> started(setup -> setup.decide(
                                REPLAY,
                                ran,
                                (note, run, all) -> note.text().equals("quick")
                                        ? Outcome.done()
                                        : Outcome.snooze(it().clock.instant().plus(Duration.ofDays(1))))
                        .startup(steps -> steps.runAll(
                                REPLAY, List.of(new Note("quick"), new Note("slow"), new Note("slower"))))))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_TIMEOUT"))
                .hasMessageContaining("300.0 s")
                .hasMessageContaining("replay slow (")
                .hasMessageContaining("replay slower (")
                .hasMessageNotContaining("replay quick");
        assertThat(Duration.ofNanos(it().clock.nanos() - began)).isGreaterThanOrEqualTo(Duration.ofMinutes(5));
    }

    @Test
    @Tag("R-000-32")
    void a_step_has_the_time_out_it_asks_for() {
        assertThatThrownBy(() -> started(setup -> setup.decide(
                                REPLAY,
                                ran,
                                (note, run, all) ->
                                        Outcome.snooze(it().clock.instant().plus(LONG)))
                        .startup(steps -> steps.timeout(Duration.ofSeconds(7)).run(REPLAY, new Note("a")))))
                .hasMessageContaining("7.0 s")
                .hasMessageContaining("replay a (");
    }

    @Test
    @Tag("R-000-38")
    void a_store_that_fails_during_the_wait_ends_it_with_that_very_error() throws Exception {
        var faulty = new FaultyStore(it().store());
        var failure = new StoreUnavailableException("DISK_FULL", "no room", new Exception());

        CompletableFuture<Baton> starting = Aside.call(() -> Baton.on(faulty.store())
                .timeline(it().clock)
                .handle(REPLAY, ran, (note, run, all) -> {})
                .startup(steps -> {
                    faulty.before("standings", failure);
                    steps.run(REPLAY, new Note("a"));
                })
                .start());
        it().passTimeUntil(starting::isDone);

        assertThatThrownBy(starting::get).hasCause(failure);
        assertThat(faulty.isClosed()).isTrue();
    }

    @Test
    void a_plan_that_throws_something_of_its_own_fails_with_that_as_its_cause() {
        var broken = new IOException("no list of vaults");

        assertThatThrownBy(() -> started(setup -> setup.startup(steps -> {
                    steps.run(NOTE, new Note("a"));
                    throw broken;
                })))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_FAILED"))
                .hasMessageContaining("no list of vaults")
                .hasCause(broken);
    }

    @Test
    void what_would_wait_for_others_than_the_step_before_is_refused_and_so_is_a_step_outside_the_plan()
            throws Exception {
        var kept = new ArrayList<Startup>();

        started(setup -> setup.startup(steps -> {
            kept.add(steps);
            assertThatThrownBy(() -> steps.run(NOTE.job(new Note("x")).lane("alice")))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_STEP"));
            assertThatThrownBy(() -> steps.onThisNode().run(NOTE, new Note("x")))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("NODE_UNNAMED"));
        }));

        assertThatThrownBy(() -> kept.get(0).run(NOTE, new Note("x")))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_OVER"));
        assertThat(jobs(NOTE)).isEmpty();
    }

    @Test
    void wrong_settings_of_tasks_are_found_before_the_plan_runs_and_all_are_named() {
        var planned = new AtomicBoolean();
        var faulty = new FaultyStore(it().store());

        assertThatThrownBy(() -> Baton.on(faulty.store())
                        .handle(NOTE, ran, (note, run, all) -> {})
                        .supervise("\n", () -> run -> {})
                        .supervise(TaskSpec.of("silent", () -> run -> {}).hangAfter(Duration.ZERO))
                        .supervision(tasks -> tasks.checkEvery(Duration.ZERO))
                        .concurrency(0)
                        .startup(steps -> planned.set(true))
                        .start())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTING"))
                .hasMessageContaining("a task's name")
                .hasMessageContaining("hangAfter of task \"silent\"")
                .hasMessageContaining("checkEvery must be positive")
                .hasMessageContaining("concurrency must be at least 1");
        assertThat(planned).isFalse();
        assertThat(faulty.isClosed()).isTrue();
    }

    @Test
    void a_task_of_the_plan_with_a_wrong_setting_is_refused_where_it_is_named() {
        assertThatThrownBy(() -> started(setup -> setup.startup(steps -> {
                    steps.supervise(TaskSpec.of("silent", () -> run -> {}).hangAfter(Duration.ZERO));
                    ran.add("too late");
                })))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTING"))
                .hasMessageContaining("hangAfter of task \"silent\"");
        assertThat(ran).isEmpty();
    }

    @Test
    void a_start_that_is_interrupted_gives_its_jobs_back_and_begins_nothing_else() throws Exception {
        var gate = new Gate();

        abort(
                setup().handle(REPLAY, gate, (note, run, door) -> door.pass())
                        .startup(steps -> steps.run(REPLAY, new Note("a"))),
                gate,
                1);

        assertThat(jobs(REPLAY))
                .singleElement()
                .satisfies(job -> assertThat(job.standing().state()).isEqualTo(JobState.READY));
    }
}
