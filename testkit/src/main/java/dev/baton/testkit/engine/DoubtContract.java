package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.CrashPolicy;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Reconciler;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Terms;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Work of which nobody knows whether it was done is not repeated blindly, where its type says so. */
abstract class DoubtContract {

    private static final JobType<Note> ASKED = NOTE.onCrash(CrashPolicy.RECONCILE);
    private static final JobType<Note> HELD = NOTE.onCrash(CrashPolicy.HOLD).timeout(Duration.ofSeconds(30));

    abstract EngineUnderTest it();

    abstract void crash();

    /** What was called, in order. */
    private final Queue<String> calls = new ConcurrentLinkedQueue<>();

    private Baton asking(Reconciler<Note, DoubtContract> reconciler) {
        return it().start(setup -> setup.handle(ASKED, this, (note, run, me) -> me.calls.add("handler"))
                .reconcile(ASKED, this, (note, doubts, run, me) -> {
                    me.calls.add("asked");
                    return reconciler.reconcile(note, doubts, run, me);
                }));
    }

    private JobId lostWith(CrashPolicy policy) {
        JobId job = it().addNotes(1).get(0);
        it().claimedByTheDead(1, Terms.of(3, 3).onCrash(policy));
        crash();
        return job;
    }

    @Test
    void after_a_crash_the_type_is_asked_first_and_what_was_done_is_not_repeated() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);

        Baton baton = asking((note, doubts, run, me) -> Optional.of(Outcome.done("seen")));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(calls).containsExactly("asked");
    }

    @Test
    void what_had_no_effect_runs_at_once_in_the_same_attempt() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);

        Baton baton = asking((note, doubts, run, me) -> Optional.empty());

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(calls).containsExactly("asked", "handler");
        assertThat(baton.attempts(job))
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.ORPHANED, AttemptView.Kind.DONE);
    }

    @Test
    void who_is_asked_learns_which_attempts_are_in_doubt_and_has_a_fence_of_its_own() throws Exception {
        JobId job = it().addNotes(1).get(0);
        Claim lost = it().claimedByTheDead(1, Terms.of(3, 3).onCrash(CrashPolicy.RECONCILE))
                .get(0);
        crash();
        var told = new CompletableFuture<List<Doubt>>();
        var fence = new CompletableFuture<Long>();

        Baton baton = asking((note, doubts, run, me) -> {
            told.complete(doubts);
            fence.complete(run.fence());
            return Optional.empty();
        });
        baton.await(job, LONG);

        assertThat(told.get(20, TimeUnit.SECONDS)).singleElement().satisfies(doubt -> {
            assertThat(doubt.fence()).isEqualTo(lost.fence());
            assertThat(doubt.attempt()).isEqualTo(1);
            assertThat(doubt.code()).isEqualTo("LOST");
        });
        assertThat(fence.get(20, TimeUnit.SECONDS)).isGreaterThan(lost.fence());
    }

    @Test
    void who_does_not_know_either_is_asked_again_and_in_the_end_people_are() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);

        Baton baton = asking((note, doubts, run, me) -> {
            throw new IllegalStateException("no answer");
        });
        it().passTimeUntil(() -> it().state(job) == JobState.HELD);

        assertThat(calls).as("one attempt was lost, and three are allowed").containsExactly("asked", "asked");
        assertThat(baton.attempts(job)).extracting(AttemptView::kind).last().isEqualTo(AttemptView.Kind.HELD);
    }

    @Test
    void who_knows_that_only_people_can_find_out_has_them_do_so_at_once() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);

        Baton baton = asking((note, doubts, run, me) -> Optional.of(Outcome.hold("NOBODY_TO_ASK", "call the bank")));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.HELD);
        assertThat(calls).as("once, with attempts left").containsExactly("asked");
        assertThat(baton.find(job).orElseThrow().last().orElseThrow().detail())
                .isEqualTo(AttemptView.Detail.of("NOBODY_TO_ASK", "call the bank"));
        baton.retry(job, BY).orThrow();
        it().passTimeUntil(() -> calls.size() == 2);
        assertThat(calls).as("the doubt stays").containsOnly("asked");
    }

    @Test
    void a_handler_can_have_people_find_out_though_its_type_could_ask() throws Exception {
        Baton baton = it().start(setup -> setup.decide(ASKED, this, (note, run, me) -> Outcome.hold("SENT_BLINDLY", ""))
                .reconcile(ASKED, this, (note, doubts, run, me) -> {
                    me.calls.add("asked about " + doubts.get(0).code());
                    return Optional.of(Outcome.done());
                }));

        JobId job = baton.enqueue(ASKED, new Note("a"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.HELD);
        assertThat(calls).isEmpty();
        baton.retry(job, BY).orThrow();
        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(calls).containsExactly("asked about SENT_BLINDLY");
    }

    @Test
    void a_snooze_of_who_is_asked_uses_nothing_up_and_leaves_the_doubt() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);
        var asked = new AtomicInteger();

        asking((note, doubts, run, me) -> asked.incrementAndGet() < 6
                ? Optional.of(Outcome.snooze(it().clock.instant().plusSeconds(1)))
                : Optional.of(Outcome.done()));
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);

        assertThat(calls).hasSize(6).containsOnly("asked");
    }

    @Test
    void an_outcome_that_the_handler_does_not_know_is_asked_about_before_it_is_tried_again() throws Exception {
        var tries = new AtomicInteger();
        Baton baton = it().start(setup -> setup.decide(ASKED, this, (note, run, me) -> {
                    me.calls.add("handler");
                    return tries.incrementAndGet() == 1 ? Outcome.unknown("NO_ANSWER") : Outcome.done();
                })
                .reconcile(ASKED, this, (note, doubts, run, me) -> {
                    me.calls.add("asked about " + doubts.get(0).code());
                    return Optional.empty();
                }));

        JobId job = baton.enqueue(ASKED, new Note("x"));
        it().await(Event.JobInDoubt.class, job);
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);

        assertThat(calls).containsExactly("handler", "asked about NO_ANSWER", "handler");
    }

    @Test
    void an_exception_that_nobody_classified_leaves_doubt_where_work_must_not_be_repeated() throws Exception {
        Baton baton = it().start(setup -> setup.handle(HELD, this, (note, run, me) -> {
            throw new java.io.IOException("connection reset");
        }));

        JobId job = baton.enqueue(HELD, new Note("x"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.HELD);
        assertThat(it().await(Event.JobHeld.class, job).code()).isEqualTo("EXCEPTION");
    }

    @Test
    void an_error_that_cannot_even_be_told_leaves_doubt_where_work_must_not_be_repeated() throws Exception {
        var handled = new AtomicInteger();
        Baton baton = it().start(setup -> setup.handle(HELD, this, (note, run, me) -> {
            handled.incrementAndGet();
            throw new Unspeakable();
        }));

        JobId job = baton.enqueue(HELD, new Note("x"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.HELD);
        assertThat(handled).hasValue(1);
    }

    /** Whoever looks at it runs out of memory. */
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            throw new OutOfMemoryError("simulated");
        }

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("simulated");
        }
    }

    @Test
    void what_the_type_classifies_is_no_doubt() throws Exception {
        JobType<Note> classified = HELD.on(IllegalArgumentException.class, e -> Outcome.fail("BAD_NOTE"));
        Baton baton = it().start(setup -> setup.handle(classified, this, (note, run, me) -> {
            throw new IllegalArgumentException("never sent");
        }));

        assertThat(baton.await(baton.enqueue(classified, new Note("x")), LONG)).isEqualTo(JobState.DEAD);
    }

    @Test
    void a_time_out_leaves_doubt_where_work_must_not_be_repeated() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(HELD, gate, (note, run, door) -> door.pass()));
        JobId job = baton.enqueue(HELD, new Note("x"));
        gate.awaitEntered(1);

        it().passTimeUntil(() -> it().state(job) == JobState.HELD);

        assertThat(it().await(Event.JobHeld.class, job).code()).isEqualTo("TIMEOUT");
    }

    @ParameterizedTest
    @EnumSource(
            value = CrashPolicy.class,
            names = {"HOLD", "RECONCILE"})
    void a_stop_that_interrupts_such_work_leaves_doubt(CrashPolicy policy) throws Exception {
        JobType<Note> type = NOTE.onCrash(policy);
        var gate = new Gate();
        Baton baton = dev.baton.Baton.on(new FaultyStore(it().store()).store())
                .timeline(it().clock)
                .handle(type, gate, (note, run, door) -> door.pass())
                .reconcile(type, gate, (note, doubts, run, door) -> Optional.empty())
                .start();
        JobId job = baton.enqueue(type, new Note("x"));
        gate.awaitEntered(1);

        it().close(baton, gate);

        assertThat(it().state(job)).isEqualTo(policy == CrashPolicy.HOLD ? JobState.HELD : JobState.RETRYING);
        assertThat(it().find(job).standing().tally().failures()).isZero();
    }

    @Test
    void a_job_to_be_held_is_parked_by_its_first_loss_and_people_decide() throws Exception {
        JobId done = lostWith(CrashPolicy.HOLD);
        Baton baton = it().start(setup -> setup.handle(HELD, this, (note, run, me) -> me.calls.add("handler")));
        assertThat(it().state(done)).isEqualTo(JobState.HELD);
        assertThat(it().await(Event.JobHeld.class, done).code()).isEqualTo("LOST");

        assertThatThrownBy(() -> baton.retry(done, BY).orThrow())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("IN_DOUBT"));
        it().command(done, Act.CONFIRM);

        assertThat(it().state(done)).isEqualTo(JobState.DONE);
        assertThat(calls).isEmpty();
    }

    @Test
    void a_released_job_runs_without_being_asked_about() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);
        Baton baton = asking((note, doubts, run, me) -> Optional.of(Outcome.unknown("NO_ANSWER")));
        it().passTimeUntil(() -> it().state(job) == JobState.HELD);
        calls.clear();

        it().command(job, Act.RELEASE);

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(calls).containsExactly("handler");
    }

    @Test
    void a_cancellation_waits_until_the_doubt_is_gone() throws Exception {
        JobId job = lostWith(CrashPolicy.RECONCILE);
        var asked = new CountDownLatch(1);
        Baton baton = asking((note, doubts, run, me) -> {
            asked.countDown();
            Polling.until(run::cancelled);
            me.calls.add(Thread.currentThread().isInterrupted() ? "interrupted" : "not disturbed");
            return Optional.empty();
        });
        asked.await();

        baton.cancel(job, BY).orThrow();

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.CANCELLED);
        assertThat(calls).containsExactly("asked", "not disturbed");
    }

    @Test
    void a_job_that_was_cancelled_while_in_doubt_does_not_run_once_it_is_known_that_nothing_happened()
            throws Exception {
        JobId job = it().addNotes(1).get(0);
        it().claimedByTheDead(1, Terms.of(3, 3).onCrash(CrashPolicy.RECONCILE));
        crash();
        it().recoverOnly();
        it().command(job, Act.CANCEL);

        Baton baton = asking((note, doubts, run, me) -> Optional.empty());

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.CANCELLED);
        assertThat(calls).containsExactly("asked");
    }

    @Test
    void a_handler_that_was_cancelled_half_way_is_asked_about_and_does_not_run_again() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(ASKED, gate, (note, run, door) -> door.pass())
                .reconcile(ASKED, this, (note, doubts, run, me) -> {
                    me.calls.add("asked about " + doubts.get(0).code());
                    return Optional.empty();
                }));
        JobId job = baton.enqueue(ASKED, new Note("x"));
        gate.awaitEntered(1);

        baton.cancel(job, BY).orThrow();
        it().passTimeUntil(() -> it().state(job) == JobState.CANCELLED);

        assertThat(calls).containsExactly("asked about CANCELLED");
        assertThat(gate.uncounted()).isZero();
    }

    @Test
    void a_killed_job_that_must_not_be_repeated_is_held_and_its_handler_told_to_end() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(HELD, gate, (note, run, door) -> door.pass()));
        JobId job = baton.enqueue(HELD, new Note("x"));
        gate.awaitEntered(1);

        it().command(job, Act.KILL);
        assertThat(it().state(job)).isEqualTo(JobState.HELD);

        it().passTimeUntil(gate::wasInterrupted);
        it().await(Event.JobFenced.class, job);
        assertThat(it().state(job)).isEqualTo(JobState.HELD);
    }

    @Test
    void a_type_to_be_reconciled_without_anybody_to_ask_does_not_start() {
        assertThatThrownBy(() -> it().start(setup -> setup.handle(ASKED, this, (note, run, me) -> {})))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NO_RECONCILER"));
    }

    @Test
    @Tag("R-003-40")
    void nothing_that_a_crash_would_put_in_doubt_is_claimed_ahead_of_a_free_slot() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.concurrency(1).handle(HELD, gate, (note, run, door) -> {
            if (note.text().equals("last")) {
                door.pass();
            }
        }));
        for (int i = 0; i < 40; i++) {
            baton.enqueue(HELD, new Note("quick"));
        }
        JobId last = baton.enqueue(HELD, new Note("last"));
        JobId behind = baton.enqueue(HELD, new Note("quick"));
        gate.awaitEntered(1);

        it().clock.advance(Duration.ofMillis(10));
        assertThat(it().state(last)).isEqualTo(JobState.RUNNING);
        assertThat(it().state(behind)).isEqualTo(JobState.READY);
        gate.open();
    }
}
