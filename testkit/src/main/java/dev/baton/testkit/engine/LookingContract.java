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
import dev.baton.store.Claimed;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When an engine looks for work: at once, when it is told of some, and every now and then although nobody told it. */
abstract class LookingContract {

    private static final int LOOKS = 1_000;

    private final List<Integer> got = new CopyOnWriteArrayList<>();
    private final CountDownLatch firstLook = new CountDownLatch(1);
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final AtomicInteger looking = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    abstract EngineUnderTest it();

    /** Remembers what each look got, and keeps the first one from ending. */
    private Object looked(Object claimed) {
        mostAtOnce.accumulateAndGet(looking.incrementAndGet(), Math::max);
        got.add(((Claimed) claimed).claims().size());
        firstLook.countDown();
        try {
            firstMayEnd.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        looking.decrementAndGet();
        return claimed;
    }

    @Test
    @Tag("R-003-29")
    @Tag("R-003-31")
    @Tag("R-003-74")
    void it_looks_at_once_and_all_it_is_told_of_during_a_look_leads_to_one_more() throws Exception {
        var store = new FaultyStore(it().store());
        IntStream.range(0, LOOKS).forEach(any -> store.instead("claim", this::looked));
        Baton baton = Baton.on(store.store())
                .timeline(it().clock)
                .concurrency(50)
                .handle(NOTE, this, (note, run, context) -> {})
                .start();
        it().closeLater(baton);
        firstLook.await();

        List<JobId> jobs = IntStream.range(0, 20)
                .mapToObj(i -> baton.enqueue(NOTE, new Note("n" + i)))
                .toList();
        firstMayEnd.countDown();
        Polling.until(() -> jobs.stream().allMatch(job -> it().state(job) == JobState.DONE));

        assertThat(got).startsWith(0, 20);
        assertThat(mostAtOnce).hasValue(1);
    }

    @Test
    @Tag("R-003-32")
    void it_goes_on_looking_for_as_long_as_it_gets_all_it_has_room_for_without_any_pause() throws Exception {
        List<JobId> jobs = it().addNotes(30);
        long began = it().clock.nanos();

        it().start(setup -> setup.concurrency(2).handle(NOTE, this, (note, run, context) -> {}));
        Polling.until(() -> jobs.stream().allMatch(job -> it().state(job) == JobState.DONE));

        assertThat(it().clock.nanos()).as("no time has passed").isEqualTo(began);
    }

    @Test
    @Tag("R-003-30")
    @Tag("R-003-35")
    @Tag("R-003-74")
    void what_nobody_tells_it_of_is_found_all_the_same_be_it_new_or_due_again_after_a_pause() throws Exception {
        JobType<Note> again = NOTE.retry(Retry.fixed(Duration.ofMinutes(1)).attempts(2));
        var store = new FaultyStore(it().store());
        store.inVain("onWork", (AutoCloseable) () -> {});
        List<Long> begun = new CopyOnWriteArrayList<>();
        it().closeLater(Baton.on(store.store())
                .timeline(it().clock)
                .decide(again, begun, (note, run, times) -> {
                    times.add(it().clock.nanos());
                    return run.attempt() == 1 ? Outcome.retry("BUSY") : Outcome.done();
                })
                .start());

        JobId job = it().addNotes(1).get(0);
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);

        assertThat(begun).hasSize(2);
        assertThat(Duration.ofNanos(begun.get(1) - begun.get(0))).isGreaterThanOrEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void it_says_when_the_store_has_woken_it_and_what_it_has_claimed() throws Exception {
        Baton baton = it().start(setup -> setup.handle(NOTE, this, (note, run, context) -> {}));
        assertThat(it().events.events(Event.JobsClaimed.class)).isEmpty();

        JobId job = baton.enqueue(NOTE, new Note("a"));
        Polling.until(() -> it().state(job) == JobState.DONE);

        Event.JobsClaimed claimed = it().events.await(Event.JobsClaimed.class, event -> true);
        assertThat(claimed.count()).isEqualTo(1);
        assertThat(claimed.types()).containsExactly(NOTE.name());
        assertThat(claimed.fence())
                .isEqualTo(it().events
                        .await(Event.JobStarted.class, event -> event.jobId().equals(job))
                        .fence());
        assertThat(it().events.await(Event.WorkerWoken.class, event -> true).node())
                .isEqualTo(claimed.node());
    }
}
