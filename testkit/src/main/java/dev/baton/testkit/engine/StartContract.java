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
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Recovered;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens before any handler runs. */
abstract class StartContract {

    abstract EngineUnderTest it();

    /** Every process that used the store dies. */
    abstract void crash();

    private Event.RecoveryCompleted recovered() throws InterruptedException {
        return it().events.await(Event.RecoveryCompleted.class, event -> true);
    }

    @Test
    @Tag("R-002-01")
    @Tag("R-002-02")
    @Tag("R-002-12")
    @Tag("R-002-13")
    @Tag("R-002-14")
    void what_a_dead_process_was_running_is_pending_again_before_any_handler_runs() throws Exception {
        List<JobId> jobs = it().addNotes(10);
        List<Claim> lost = it().claimedByTheDead(4);
        crash();

        Baton baton = it().handling((note, run, context) -> {});
        baton.awaitAll(jobs, LONG);

        Event.RecoveryCompleted completed = recovered();
        assertThat(completed.processingRecovered()).isEqualTo(4);
        assertThat(completed.pendingReEnqueued()).as("these included").isEqualTo(10);
        assertThat(completed.orMore()).isFalse();
        List<Event> told = it().events.events();
        assertThat(told.get(0)).isInstanceOf(Event.RecoveryStarted.class);
        assertThat(told.subList(1, 5))
                .allSatisfy(event -> assertThat(event).isInstanceOf(Event.JobRecovered.class))
                .extracting(event -> ((Event.JobRecovered) event).jobId())
                .containsExactlyElementsOf(lost.stream().map(Claim::id).toList());
        assertThat(told.get(5)).isEqualTo(completed);
        assertThat(told.subList(0, 6)).noneSatisfy(event -> assertThat(event).isInstanceOf(Event.JobStarted.class));
    }

    @Test
    @Tag("R-002-03")
    @Tag("R-002-04")
    @Tag("R-002-38")
    void what_is_done_dead_or_waiting_to_be_retried_is_left_as_it_is() throws Exception {
        it().addNotes(3);
        List<Claim> claims = it().claimedByTheDead(3);
        List<Ending> endings = List.of(
                new Ending.Done(Optional.empty()),
                new Ending.Dead("NEVER", ""),
                new Ending.Retry(it().clock.instant().plusSeconds(60), "BUSY", ""));
        var finishes = new ArrayList<Finish>();
        for (int i = 0; i < 3; i++) {
            finishes.add(new Finish(claims.get(i).id(), claims.get(i).fence(), endings.get(i)));
        }
        it().store().finish(finishes, it().clock.instant());
        crash();

        it().handling((note, run, context) -> {
            throw new AssertionError("nothing is due");
        });

        assertThat(recovered().processingRecovered()).isZero();
        assertThat(claims)
                .extracting(claim -> it().state(claim.id()))
                .containsExactly(JobState.DONE, JobState.DEAD, JobState.RETRYING);
    }

    @Test
    @Tag("R-002-15")
    void an_empty_store_recovers_with_both_counts_zero() throws Exception {
        it().handling((note, run, context) -> {});

        assertThat(recovered()).satisfies(completed -> {
            assertThat(completed.processingRecovered()).isZero();
            assertThat(completed.pendingReEnqueued()).isZero();
        });
    }

    @Test
    @Tag("R-002-22")
    @Tag("R-002-18")
    @Tag("R-002-19")
    @Tag("R-002-21")
    void the_pending_are_counted_up_to_ten_thousand_and_then_given_as_at_least_that() throws Exception {
        it().addNotes(10_001);

        it().start(setup -> setup.handle(NOTE, this, (note, run, context) -> {}).concurrency(1));

        Event.RecoveryCompleted completed = recovered();
        assertThat(completed.pendingReEnqueued()).isEqualTo(10_000);
        assertThat(completed.orMore()).isTrue();
    }

    @Test
    @Tag("R-002-43")
    @Tag("R-000-73")
    void a_job_that_takes_its_process_down_three_times_is_parked_and_never_given_to_a_fourth() throws Exception {
        JobId job = it().addNotes(1).get(0);
        for (int i = 0; i < 2; i++) {
            it().claimedByTheDead(1);
            crash();
            it().recoverOnly();
            assertThat(it().state(job)).isEqualTo(JobState.READY);
        }
        it().claimedByTheDead(1);
        crash();

        Baton baton = it().handling((note, run, context) -> {
            throw new AssertionError("it was given to a fourth");
        });

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DEAD);
        assertThat(it().await(Event.JobRecovered.class, job).to()).isEqualTo(JobState.DEAD);
        assertThat(it().await(Event.JobFailed.class, job).code()).isEqualTo("LOST");
        assertThat(baton.attempts(job))
                .hasSize(3)
                .allSatisfy(attempt -> assertThat(attempt.kind()).isEqualTo(AttemptView.Kind.ORPHANED));
    }

    @Test
    @Tag("R-002-09")
    @Tag("R-002-11")
    @Tag("R-003-64")
    void a_recovery_that_cannot_ask_the_store_is_fatal_and_says_which_step_failed() throws Exception {
        it().addNotes(1);
        for (String verb : List.of("recover", "counts")) {
            var faulty = new FaultyStore(it().store());
            faulty.before(verb, new StoreUnavailableException("DISK_FULL", "no room", new Exception()));
            var ran = new AtomicBoolean();

            assertThatThrownBy(() -> Baton.on(faulty.store())
                            .listener(it().events::accept)
                            .timeline(it().clock)
                            .handle(NOTE, this, (note, run, context) -> ran.set(true))
                            .start())
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("RECOVERY_FAILED"))
                    .hasMessageContaining(verb.equals("recover") ? "jobs that were running" : "jobs that are pending");
            assertThat(ran).isFalse();
            assertThat(faulty.isClosed()).as("whoever starts may try again").isTrue();
        }
        it().events.await(Event.RecoveryError.class, event -> true);
        assertThat(it().store().liveNodes()).isEmpty();
    }

    @Test
    @Tag("R-002-08")
    @Tag("R-003-64")
    void one_job_that_cannot_be_moved_is_told_and_skipped_and_not_counted() throws Exception {
        it().addNotes(3);
        it().claimedByTheDead(3);
        crash();
        var faulty = new FaultyStore(it().store());
        faulty.instead("recover", recovered -> FaultyStore.withOneSkipped((Recovered) recovered));

        Baton baton = Baton.on(faulty.store())
                .listener(it().events::accept)
                .timeline(it().clock)
                .handle(NOTE, this, (note, run, context) -> {})
                .start();

        assertThat(recovered().processingRecovered()).isEqualTo(2);
        assertThat(it().events.await(Event.RecoveryError.class, event -> true).reason())
                .isEqualTo("cannot be moved");
        baton.close();
    }

    @Test
    @Tag("R-002-10")
    void the_loss_of_an_attempt_is_on_record() throws Exception {
        JobId job = it().addNotes(1).get(0);
        it().claimedByTheDead(1);
        crash();

        Baton baton = it().handling((note, run, context) -> {});

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(baton.attempts(job))
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.ORPHANED, AttemptView.Kind.DONE);
    }

    @Test
    @Tag("R-002-17")
    @Tag("R-002-23")
    void everything_is_recovered_in_the_order_of_creation_and_only_then_work_begins() throws Exception {
        List<JobId> jobs = it().addNotes(1_200);
        it().claimedByTheDead(1_200);
        crash();

        it().handling((note, run, context) -> {});
        it().events.await(Event.JobStarted.class, event -> true);

        List<Event> told = it().events.events();
        List<JobId> recovered = told.stream()
                .filter(Event.JobRecovered.class::isInstance)
                .map(event -> ((Event.JobRecovered) event).jobId())
                .toList();
        assertThat(recovered).containsExactlyElementsOf(jobs);
        assertThat(told.stream().map(Object::getClass).distinct())
                .startsWith(
                        Event.RecoveryStarted.class,
                        Event.JobRecovered.class,
                        Event.RecoveryCompleted.class,
                        Event.WorkerStarted.class);
    }

    @Test
    @Tag("R-003-33")
    void a_setup_starts_once_and_refuses_a_second_time() {
        BatonBuilder setup = Baton.on(new FaultyStore(it().store()).store())
                .timeline(it().clock)
                .handle(NOTE, this, (note, run, context) -> {});
        it().closeLater(setup.start());

        assertThatThrownBy(setup::start)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("ALREADY_STARTED"));
        assertThat(it().store().liveNodes()).hasSize(1);
    }

    @Test
    @Tag("R-002-20")
    void a_start_that_is_interrupted_while_it_recovers_begins_nothing() {
        it().addNotes(1);
        it().claimedByTheDead(1);
        crash();

        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> it().handling((note, run, context) -> {}))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("INTERRUPTED"));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void one_that_only_enqueues_is_no_node_and_runs_nothing() throws Exception {
        Baton producer = it().start(setup -> setup.enqueues(NOTE));
        JobId job = producer.enqueue(NOTE, new Note("x"));
        it().clock.advance(Duration.ofHours(1));

        assertThat(it().store().liveNodes()).isEmpty();
        assertThat(it().state(job)).isEqualTo(JobState.READY);
        assertThat(it().events.events(Event.RecoveryStarted.class)).isEmpty();
    }
}
