package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testkit.Recorder;
import dev.baton.testkit.store.CallerTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application that keeps its write transaction open: on SQLite that holds the whole file, and the engine waits. */
class HeldFileTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Recorder<Event> events = new Recorder<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    Path folder;

    private Baton start(Duration busyWait) {
        return Baton.on(SqliteStore.open(folder.resolve("app.db"), InstantSource.system(), busyWait))
                .listener(events::accept)
                .handle(NOTE, this, (note, run, test) -> {
                    if (note.text().equals("running")) {
                        test.entered.countDown();
                        test.release.await();
                    }
                })
                .start();
    }

    private void holdFileWhileJobEnds(Baton baton, Duration howLong) throws Exception {
        JobId running = baton.enqueue(NOTE, new Note("running"));
        entered.await();
        JobId committed;
        try (CallerTransaction transaction = OwnConnection.begin(folder.resolve("app.db"))) {
            committed = baton.enqueueAll(transaction.handle(), List.of(NOTE.job(new Note("new"))))
                    .get(0)
                    .id();
            release.countDown();
            Event.StepFailed failed =
                    events.await(Event.StepFailed.class, event -> event.step().equals("finish"));
            assertThat(failed.failure())
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            e -> assertThat(e.code()).isEqualTo("STORE_BUSY"));
            assertThat(Sample.codeOf(() -> baton.enqueue(NOTE, new Note("refused"))))
                    .isEqualTo("STORE_BUSY");
            assertThat(baton.find(running).orElseThrow().standing().state()).isEqualTo(JobState.RUNNING);
            boolean opened = new CountDownLatch(1).await(howLong.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(opened).isFalse();
            transaction.commit();
        }

        assertThat(baton.awaitAll(List.of(running, committed), LONG).values()).containsOnly(JobState.DONE);
        assertThat(baton.attempts(running)).as("it ran once").hasSize(1);
        events.await(Event.StepRecovered.class, event -> event.step().equals("finish"));
    }

    @Test
    void the_engine_waits_with_what_it_has_to_write_and_goes_on_when_the_file_is_free() throws Exception {
        try (Baton baton = start(Duration.ofMillis(50))) {
            holdFileWhileJobEnds(baton, Duration.ZERO);
        }
    }

    @Test
    @Tag("long")
    @Timeout(180)
    void a_whole_minute_costs_a_minute_and_no_job() throws Exception {
        try (Baton baton = start(Connections.BUSY_WAIT)) {
            holdFileWhileJobEnds(baton, Duration.ofMinutes(1));
        }
    }

    @Test
    void a_refused_enqueue_leaves_the_callers_transaction_usable() throws Exception {
        try (Baton baton = start(Connections.BUSY_WAIT);
                CallerTransaction transaction = OwnConnection.begin(folder.resolve("app.db"))) {
            JobId first = baton.enqueueAll(transaction.handle(), List.of(NOTE.job(new Note("first"))))
                    .get(0)
                    .id();
            assertThat(Sample.codeOf(() -> baton.enqueueAll(
                            transaction.handle(),
                            List.of(JobType.of("unknown", Note.class).job(new Note("x"))))))
                    .isEqualTo("UNKNOWN_TYPE");
            JobId second = baton.enqueueAll(transaction.handle(), List.of(NOTE.job(new Note("second"))))
                    .get(0)
                    .id();
            transaction.commit();

            assertThat(baton.awaitAll(List.of(first, second), LONG)).hasSize(2);
        } catch (BatonException e) {
            throw new AssertionError(e);
        }
    }
}
