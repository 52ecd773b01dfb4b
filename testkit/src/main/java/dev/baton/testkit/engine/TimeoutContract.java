package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What becomes of handlers that take too long. */
abstract class TimeoutContract {

    private static final JobType<Note> SLOW = NOTE.timeout(Duration.ofSeconds(30));

    abstract EngineUnderTest it();

    private Baton withOneSlot(Gate gate, boolean deaf) {
        return it().start(setup -> setup.concurrency(1).handle(SLOW, gate, (note, run, door) -> {
            if (note.text().equals("slow") && deaf) {
                door.passDeaf();
            } else if (note.text().equals("slow")) {
                door.pass();
            }
        }));
    }

    private void passTimeUntilTold(Class<? extends Event.JobEvent> kind, JobId job) throws InterruptedException {
        it().passTimeUntil(() -> it().events.events(kind).stream()
                .anyMatch(event -> event.jobId().equals(job)));
    }

    /** So slowly that a handler which listens has ended long before it would be left alone. */
    private void creepUntil(BooleanSupplier condition) throws InterruptedException {
        Polling.until(() -> {
            it().clock.advance(Duration.ofMillis(10));
            return condition.getAsBoolean();
        });
    }

    @Test
    void a_handler_whose_time_is_over_is_interrupted_and_its_slot_is_free() throws Exception {
        var gate = new Gate();
        Baton baton = withOneSlot(gate, false);
        JobId slow = baton.enqueue(SLOW, new Note("slow"));
        gate.awaitEntered(1);
        JobId next = baton.enqueue(SLOW, new Note("next"));

        it().clock.advance(Duration.ofSeconds(29));
        assertThat(it().state(slow)).isEqualTo(JobState.RUNNING);
        creepUntil(gate::wasInterrupted);

        assertThat(it().await(Event.JobRetried.class, slow).code()).isEqualTo("TIMEOUT");
        it().passTimeUntil(() -> it().state(next) == JobState.DONE);
        assertThat(it().events.events(Event.HandlerStuck.class)).isEmpty();
    }

    @Test
    void a_handler_that_does_not_listen_is_left_alone_and_loses_its_slot_and_its_claim() throws Exception {
        var gate = new Gate();
        Baton baton = withOneSlot(gate, true);
        JobId slow = baton.enqueue(SLOW, new Note("slow"));
        gate.awaitEntered(1);
        JobId next = baton.enqueue(SLOW, new Note("next"));

        passTimeUntilTold(Event.HandlerStuck.class, slow);

        assertThat(it().await(Event.JobRetried.class, slow).code()).isEqualTo("TIMEOUT");
        it().passTimeUntil(() -> it().state(next) == JobState.DONE);
        int attempts = baton.attempts(slow).size();
        gate.open();
        it().await(Event.HandlerReturnedLate.class, slow);
        assertThat(baton.attempts(slow)).as("what it says now changes nothing").hasSizeGreaterThanOrEqualTo(attempts);
        assertThat(baton.attempts(slow)).extracting(AttemptView::fence).doesNotHaveDuplicates();
    }

    @Test
    void when_too_many_are_stuck_their_slots_stay_taken_until_one_returns() throws Exception {
        JobType<Note> once = SLOW.retry(Retry.never());
        var gate = new Gate();
        Baton baton =
                it().start(setup -> setup.concurrency(1).handle(once, gate, (note, run, door) -> door.passDeaf()));
        List<JobId> jobs = List.of(
                baton.enqueue(once, new Note("1")),
                baton.enqueue(once, new Note("2")),
                baton.enqueue(once, new Note("3")));

        it().passTimeUntil(() -> it().events.events(Event.HandlerStuck.class).size() == 2);
        it().passTimeUntil(() -> it().events.events(Event.JobFailed.class).size() == 2);
        gate.awaitEntered(2);

        List<JobId> left =
                jobs.stream().filter(job -> it().state(job) != JobState.DEAD).toList();
        assertThat(left).hasSize(1);
        assertThat(gate.uncounted()).isZero();
        gate.open();
        it().passTimeUntil(() -> it().state(left.get(0)) == JobState.DONE);
    }

    @Test
    void a_type_that_is_limited_stays_so_while_one_of_its_handlers_is_stuck() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup ->
                setup.concurrency(3).concurrency(SLOW, 1).handle(SLOW, gate, (note, run, door) -> door.passDeaf()));
        JobId first = baton.enqueue(SLOW, new Note("1"));
        baton.enqueue(SLOW, new Note("2"));
        gate.awaitEntered(1);

        passTimeUntilTold(Event.HandlerStuck.class, first);
        it().await(Event.JobRetried.class, first);
        it().clock.advance(Duration.ofMinutes(1));

        assertThat(gate.uncounted()).isZero();
        gate.open();
        it().passTimeUntil(() -> baton.counts().isEmpty());
        assertThat(gate.mostAtOnce()).isEqualTo(1);
    }

    @Test
    void work_that_is_done_although_its_time_is_over_is_done() throws Exception {
        var interrupted = new CountDownLatch(1);
        var entered = new CountDownLatch(1);
        Baton baton = it().start(setup -> setup.decide(SLOW, this, (note, run, context) -> {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return run.cancelled() ? Outcome.done("in the end") : Outcome.fail("NOT_TOLD");
        }));
        JobId job = baton.enqueue(SLOW, new Note("x"));
        entered.await();

        it().clock.advance(Duration.ofSeconds(29));
        creepUntil(() -> interrupted.getCount() == 0);

        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
    }
}
