package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Run;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.ClaimRequest;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several nodes on one store. */
class NodesTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(clock);
    private final Recorder<Event> events = new Recorder<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicBoolean toldOfLoss = new AtomicBoolean();
    private final CountDownLatch firstEntered = new CountDownLatch(1);
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private Baton baton = Baton.on(store).timeline(clock).enqueues(NOTE).start();

    /** The first run stays until it is let go; the interrupt that tells it of its loss is noted. */
    private Baton start() {
        baton = Baton.on(store)
                .timeline(clock)
                .listener(events::accept)
                .handle(NOTE, this, (note, run, test) -> {
                    if (test.runs.incrementAndGet() == 1 && note.text().equals("slow")) {
                        test.firstEntered.countDown();
                        test.stayUntilLetGo(run);
                    }
                })
                .start();
        return baton;
    }

    private void stayUntilLetGo(Run run) {
        boolean letGo = false;
        while (!letGo) {
            try {
                firstMayEnd.await();
                letGo = true;
            } catch (InterruptedException e) {
                toldOfLoss.set(run.cancelled());
            }
        }
    }

    @AfterEach
    void close() {
        firstMayEnd.countDown();
        baton.close();
    }

    private NodeId claimAndFallSilent() {
        var silent = new NodeId(new UUID(1, 2));
        store.join(silent, Set.of(), clock.instant());
        var routes = Map.of(new Route("default", "note.take", 1), Terms.of(5, 3));
        store.claim(new ClaimRequest(silent, routes, List.of(), 10, true, ClaimRequest.Share.FIRST), clock.instant());
        return silent;
    }

    private boolean isDone(JobId job) {
        return store.find(job, clock.instant()).orElseThrow().standing().state() == JobState.DONE;
    }

    @Test
    void the_jobs_of_a_silent_node_are_taken_over_after_its_lease() throws Exception {
        JobId job = baton.enqueue(NOTE, new Note("orphan"));
        NodeId silent = claimAndFallSilent();
        Instant claimed = clock.instant();
        start();

        clock.advanceUntil(() -> isDone(job));

        assertThat(Duration.between(claimed, clock.instant())).isGreaterThanOrEqualTo(Duration.ofSeconds(15));
        assertThat(events.await(Event.NodeDied.class, event -> true).node()).isEqualTo(silent);
        assertThat(store.attempts(job))
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.ORPHANED, AttemptView.Kind.DONE);
    }

    @Test
    @Tag("R-000-51")
    @Tag("R-000-59")
    @Tag("R-004-10")
    void how_often_to_look_to_beat_and_when_to_take_over_are_settings_with_defaults() throws Exception {
        Baton plain = start();
        assertThat(events.await(Event.WorkerStarted.class, event -> true).concurrency())
                .isEqualTo(10);
        plain.close();
        JobId job;
        try (Baton producer = Baton.on(store).timeline(clock).enqueues(NOTE).start()) {
            job = producer.enqueue(NOTE, new Note("orphan"));
        }
        claimAndFallSilent();
        Instant claimed = clock.instant();
        baton = Baton.on(store)
                .timeline(clock)
                .pollEvery(Duration.ofMillis(100))
                .heartbeat(Duration.ofSeconds(30), Duration.ofMinutes(5))
                .handle(NOTE, this, (note, run, test) -> {})
                .start();

        clock.advanceUntil(() -> isDone(job));

        assertThat(Duration.between(claimed, clock.instant())).isGreaterThanOrEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void a_node_that_was_taken_for_dead_goes_on_and_what_it_still_ran_changes_nothing() throws Exception {
        start();
        JobId job = baton.enqueue(NOTE, new Note("slow"));
        firstEntered.await();
        for (NodeBeat beat : store.liveNodes()) {
            assertThat(store.declareDead(beat, clock.instant())).isTrue();
        }

        clock.advanceUntil(() -> isDone(job));
        clock.advanceUntil(toldOfLoss::get);
        firstMayEnd.countDown();

        Event.JobFenced fenced = events.await(Event.JobFenced.class, event -> true);
        assertThat(fenced.jobId()).isEqualTo(job);
        events.await(Event.NodeReplaced.class, event -> true);
        assertThat(runs).hasValue(2);
        assertThat(store.attempts(job))
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.ORPHANED, AttemptView.Kind.DONE);
    }
}
